//! Screenshots. With `QEDOKU_SCREENSHOTS` set to the absolute path of a folder, this test writes the images of the documentation.

use serde_json::json;

use crate::page::Page;

/// A screenshot of the page.
struct Shot {
    name: &'static str,
    size: (u32, u32),
    scheme: &'static str,
    example: &'static str,
    /// Elements clicked before the screenshot.
    clicks: &'static [&'static str],
}

const SHOTS: [Shot; 6] = [
    Shot { name: "light", size: (1280, 830), scheme: "light", example: "hard", clicks: &["#candidates", "#tab-logic"] },
    Shot { name: "dark", size: (1280, 830), scheme: "dark", example: "hard", clicks: &["#show-solution"] },
    Shot { name: "phone", size: (390, 844), scheme: "light", example: "easy", clicks: &[] },
    Shot { name: "ambiguous", size: (1280, 830), scheme: "light", example: "ambiguous", clicks: &["#show-two"] },
    Shot {
        name: "explanation",
        size: (1280, 900),
        scheme: "light",
        example: "hard",
        clicks: &["#tab-explain", "#explain-all", "#steps li:nth-child(20) button"],
    },
    Shot {
        name: "impossible",
        size: (1280, 830),
        scheme: "light",
        example: "impossible",
        clicks: &["#tab-proof", "#make-proof"],
    },
];

#[test]
fn takes_screenshots() {
    for shot in SHOTS {
        let mut page = Page::with("", shot.size.0, shot.size.1);
        page.prefer(shot.scheme);
        page.choose("examples", shot.example);
        page.wait("!['idle', 'busy'].includes(document.querySelector('#verdict').dataset.answer)");
        for selector in shot.clicks {
            page.wait(&format!("document.querySelector('{selector}')"));
            page.click(selector);
        }
        page.wait("!document.querySelector('.spinner')");
        if shot.name == "light" {
            page.wait("document.querySelector('#clause-list li')");
        }
        let image = page.screenshot();
        assert!(image.len() > 20_000, "{}: {} bytes", shot.name, image.len());
        if let Ok(folder) = std::env::var("QEDOKU_SCREENSHOTS") {
            std::fs::write(format!("{folder}/page-{}.png", shot.name), image).expect("the image is written");
        }
        page.finish();
    }
}

impl Page {
    /// The visible part of the page as a PNG.
    fn screenshot(&mut self) -> Vec<u8> {
        let answer = self.call("Page.captureScreenshot", &json!({"format": "png"}));
        decode_base64(answer["data"].as_str().expect("a string"))
    }
}

fn decode_base64(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => panic!("{byte} is not a base64 character"),
    };
    let values: Vec<u8> = text.trim_end_matches('=').bytes().map(value).collect();
    let group = |group: &[u8]| {
        let bits = group.iter().fold(0_u32, |bits, value| bits << 6 | u32::from(*value)) << (6 * (4 - group.len()));
        bits.to_be_bytes()[1..group.len()].to_vec()
    };
    values.chunks(4).flat_map(group).collect()
}
