//! Lists the sessions of a home folder: `heddle-host core.wasm ~ [AGENT]`.

use std::path::Path;

use heddle_host::{Grant, Heddle};

/// Where agents that keep no database have their files; places.json of the repository has the complete table.
const PLACES: [(&str, &str); 6] = [
    ("claude", ".claude"),
    ("codex", ".codex"),
    ("gemini", ".gemini"),
    ("copilot", ".copilot"),
    ("pi", ".pi/agent"),
    ("omp", ".omp/agent"),
];
const SESSIONS_LIST: u32 = 5; // its number in abi.json

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (Some(module), Some(home)) = (args.get(1), args.get(2)) else {
        return eprintln!("usage: heddle-host MODULE HOME [AGENT]");
    };
    let mounts = PLACES.map(|(name, folder)| (name, Path::new(home).join(folder)));
    let mut heddle = Heddle::compile(&std::fs::read(module).expect("the module is read"))
        .and_then(|module| Heddle::open(module, Grant::new(&mounts)))
        .expect("the module is used");
    let request = args.get(3).map_or("{}".to_owned(), |agent| format!("{{\"agent\":\"{agent}\"}}"));
    let (header, body) = heddle.call(SESSIONS_LIST, request.as_bytes()).expect("the module answers");
    println!("{}\n{}", String::from_utf8_lossy(&header), String::from_utf8_lossy(&body));
}
