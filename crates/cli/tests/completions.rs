//! Help texts, shell completions and man pages.

mod command;

use std::process::Command;

use command::{TestFolder, commands, finish, qedoku};

#[test]
fn help_lists_all_commands() {
    let commands = commands();
    for name in [
        "solve",
        "count",
        "candidates",
        "minimize",
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
        "help",
    ] {
        assert!(commands.iter().any(|command| command == name), "{name} is not in {commands:?}");
    }
}

#[test]
fn examples_come_first_in_every_help_text() {
    let helps = [vec!["--help".to_owned()]];
    let helps = helps.into_iter().chain(commands().into_iter().map(|name| vec![name, "--help".to_owned()]));
    for args in helps {
        let help = qedoku(&args).exits_with(0).stderr_is_empty().out;
        let place = |what| help.find(what).unwrap_or_else(|| panic!("no '{what}' in the help of {args:?}:\n{help}"));
        assert!(place("Examples:") < place("Usage:"), "{args:?}");
    }
}

#[test]
fn examples_in_help_texts_use_existing_options() {
    for name in commands() {
        let help = qedoku([&name, "--help"]).exits_with(0).out;
        let (examples, options) = help.split_once("Usage:").expect("there is a usage");
        let own = |line: &&str| line.contains(&format!("qedoku {name} "));
        for word in examples.lines().filter(own).flat_map(str::split_whitespace).filter(|word| word.starts_with("--")) {
            assert!(options.contains(word), "{name} has no {word}");
        }
    }
}

#[test]
fn completion_scripts_are_valid() {
    let folder = TestFolder::new();
    for (shell, mark) in [("bash", "complete -F"), ("zsh", "#compdef qedoku"), ("fish", "complete -c qedoku")] {
        let output = qedoku(["completions", shell]).exits_with(0).stderr_is_empty();
        assert!(output.out.contains(mark) && output.out.contains("time-limit"), "{shell}");
        let script = folder.write(shell, output.out);
        if shell == "bash" {
            finish(Command::new("bash").args(["-n", &script]), "").exits_with(0).stderr_is_empty();
        }
    }
    qedoku(["completions", "no-such-shell"]).exits_with(2).stdout_is("");
}

#[test]
fn man_writes_one_page_or_one_page_per_command() {
    let page = qedoku(["man"]).exits_with(0).stderr_is_empty().out;
    assert!(page.contains(".TH qedoku 1") && page.contains(".SH"));
    let folder = TestFolder::new();
    qedoku(["man", "--dir", &folder.path_to("")]).exits_with(0).stdout_is("");
    for name in commands() {
        let page = std::fs::read_to_string(folder.path_to(&format!("qedoku-{name}.1"))).expect("there is a page");
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
    }
    qedoku(["man", "--dir", &folder.path_to("share/man/man1")]).exits_with(0);
    assert!(folder.path().join("share/man/man1/qedoku.1").is_file(), "the folder is made");
    qedoku(["man", "--dir", &folder.path_to("qedoku.1")]).exits_with(2).stderr_contains("cannot create the folder");
}

#[test]
fn man_pages_have_the_usual_sections_and_the_examples_of_the_help_text_verbatim() {
    let folder = TestFolder::new();
    qedoku(["man", "--dir", &folder.path_to("")]).exits_with(0);
    for name in commands().iter().map(String::as_str).chain([""]) {
        let (file, help) = match name {
            "" => ("qedoku.1".to_owned(), qedoku(["--help"])),
            name => (format!("qedoku-{name}.1"), qedoku([name, "--help"])),
        };
        let page = std::fs::read_to_string(folder.path_to(&file)).expect("there is a page");
        let page = page.replace("\\-", "-").replace("\\\\", "\\").replace("\\*(Aq", "'");
        let sections = [
            "NAME",
            "SYNOPSIS",
            "DESCRIPTION",
            "OPTIONS",
            "EXIT STATUS",
            "ENVIRONMENT",
            "FILES",
            "EXAMPLES",
            "SEE ALSO",
        ];
        let mut rest = &page[..];
        let mut contents = Vec::new();
        for section in sections {
            let heading = [format!(".SH {section}\n"), format!(".SH \"{section}\"\n")];
            let (before, after) = heading.iter().find_map(|heading| rest.split_once(heading)).unwrap_or_else(|| {
                panic!("{file}: no section {section} in its place:\n{page}");
            });
            contents.push(before);
            rest = after;
        }
        let [exit_status, environment, files, examples] = contents[5..] else {
            panic!("nine sections have been found")
        };
        for code in ["0", "2", "124", "130"] {
            assert!(exit_status.contains(&format!("\\fB{code}\\fR")), "{file}: exit code {code} in:\n{exit_status}");
        }
        assert!(environment.contains("QEDOKU_SIMD") && environment.contains("NO_COLOR"), "{file}:\n{environment}");
        assert_eq!(files.contains("-o FILE"), name.is_empty() || help.out.contains("--output"), "{file}:\n{files}");

        let quoted =
            help.out.split_once("Examples:\n").expect("there are examples").1.split("\n\n").next().unwrap_or_default();
        // The help text is wrapped at 100 columns, the page is not.
        for line in quoted.lines().filter(|line| line.len() < 95) {
            assert!(examples.contains(line), "{file}: '{line}' is not in:\n{examples}");
        }
    }
}

#[test]
fn version_is_printed_and_unknown_commands_are_refused() {
    let output = qedoku(["--version"]).exits_with(0);
    assert_eq!(output.out, format!("qedoku {}\n", env!("CARGO_PKG_VERSION")));
    qedoku(["no-such-command"]).exits_with(2).stdout_is("");
    let none: [&str; 0] = [];
    qedoku(none).exits_with(2).stdout_is("");
}
