//! Lists the sessions of a home folder: `heddle-host core.wasm ~ [AGENT]`.

use std::path::Path;
use std::sync::Arc;

use heddle_host::{Heddle, Machine};

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
    let mounts = PLACES.map(|(name, folder)| (name.to_string(), Path::new(home).join(folder)));
    let wasm = std::fs::read(module).expect("the module is read");
    let heddle = Heddle::open(&wasm, Arc::new(Machine(mounts.into()))).expect("the module is used");
    let agent = PLACES.iter().find(|place| args.get(3).is_some_and(|name| name == place.0));
    let request = match (agent, args.get(3)) {
        (Some((name, _)), _) => format!(r#"{{"agent":"{name}"}}"#),
        (None, Some(name)) => return eprintln!("this program has no folder of {name}"),
        (None, None) => "{}".to_string(),
    };
    let (header, body) = heddle.call(SESSIONS_LIST, request.as_bytes()).expect("the module answers");
    println!("{}\n{}", String::from_utf8_lossy(&header), String::from_utf8_lossy(&body));
}
