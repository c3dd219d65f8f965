//! Help, completions and the man page: from the same definitions, and all of them there.

mod command;

use std::process::Command;

use command::{Folder, finish, qedoku};

/// The subcommands that the help lists.
fn commands() -> Vec<String> {
    let help = qedoku(["--help"]).ends(0).out;
    let list = help.split_once("Commands:\n").expect("commands are listed").1;
    let names = list.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

#[test]
fn all_commands_are_there() {
    let commands = commands();
    for name in [
        "solve",
        "count",
        "encode",
        "decode",
        "stats",
        "compare",
        "bench",
        "convert",
        "generate",
        "prove",
        "verify",
        "serve",
        "completions",
        "man",
    ] {
        assert!(commands.iter().any(|command| command == name), "{name} is not in {commands:?}");
    }
}

#[test]
fn help_leads_with_examples() {
    let helps = [vec!["--help".to_owned()]];
    let helps = helps.into_iter().chain(commands().into_iter().map(|name| vec![name, "--help".to_owned()]));
    for words in helps {
        let help = qedoku(&words).ends(0).keeps_quiet().out;
        let place = |what| help.find(what).unwrap_or_else(|| panic!("no '{what}' in the help of {words:?}:\n{help}"));
        assert!(place("Examples:") < place("Usage:"), "{words:?}");
    }
}

#[test]
fn the_examples_of_the_help_name_options_that_exist() {
    for name in commands() {
        let help = qedoku([&name, "--help"]).ends(0).out;
        let (examples, options) = help.split_once("Usage:").expect("there is a usage");
        let own = |line: &&str| line.contains(&format!("qedoku {name} "));
        for word in examples.lines().filter(own).flat_map(str::split_whitespace).filter(|word| word.starts_with("--")) {
            assert!(options.contains(word), "{name} has no {word}");
        }
    }
}

#[test]
fn completions_are_scripts_that_their_shells_accept() {
    let folder = Folder::new();
    for (shell, mark) in [("bash", "complete -F"), ("zsh", "#compdef qedoku"), ("fish", "complete -c qedoku")] {
        let said = qedoku(["completions", shell]).ends(0).keeps_quiet();
        assert!(said.out.contains(mark) && said.out.contains("time-limit"), "{shell}");
        let script = folder.with(shell, said.out);
        if shell == "bash" {
            finish(Command::new("bash").args(["-n", &script]), "").ends(0).keeps_quiet();
        }
    }
    qedoku(["completions", "no-such-shell"]).ends(2).prints("");
}

#[test]
fn the_man_page_is_one_page_or_one_for_each_command() {
    let page = qedoku(["man"]).ends(0).keeps_quiet().out;
    assert!(page.contains(".TH qedoku 1") && page.contains(".SH"));
    let folder = Folder::new();
    qedoku(["man", "--dir", &folder.at("")]).ends(0).prints("");
    for name in commands() {
        let page = std::fs::read_to_string(folder.at(&format!("qedoku-{name}.1"))).expect("there is a page");
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
    }
    qedoku(["man", "--dir", &folder.at("share/man/man1")]).ends(0);
    assert!(folder.path().join("share/man/man1/qedoku.1").is_file(), "the folder is made");
    qedoku(["man", "--dir", &folder.at("qedoku.1")]).ends(2).complains("cannot make the folder");
}

#[test]
fn the_version_is_told() {
    let said = qedoku(["--version"]).ends(0);
    assert_eq!(said.out, format!("qedoku {}\n", env!("CARGO_PKG_VERSION")));
    qedoku(["no-such-command"]).ends(2).prints("");
    let none: [&str; 0] = [];
    qedoku(none).ends(2).prints("");
}
