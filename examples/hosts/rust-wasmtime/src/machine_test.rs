use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use crate::{put_text, Host, Machine};

/// A mount "m" with a file, a folder and links, and a secret beside it.
fn mount(name: &str) -> (PathBuf, Machine) {
    let temp = std::env::temp_dir().join(format!("heddle-host-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&temp);
    fs::create_dir_all(temp.join("m/folder")).unwrap();
    fs::write(temp.join("secret"), "secret").unwrap();
    fs::write(temp.join("m/folder/file"), "0123456789").unwrap();
    fs::write(temp.join("m/b"), "").unwrap();
    let machine = Machine([("m".into(), temp.join("m")), ("missing".into(), temp.join("nothing"))].into());
    (temp, machine)
}

fn ask(machine: &Machine, call: u32, path: &[u8]) -> Result<Vec<u8>, ErrorKind> {
    let mut request = vec![];
    put_text(&mut request, path);
    machine.answer(call, &request).map_err(|e| e.kind())
}

fn read(machine: &Machine, path: &str, offset: u64, size: usize) -> Result<String, ErrorKind> {
    let mut into = vec![0; size];
    let n = machine.read(path.as_bytes(), offset, &mut into).map_err(|e| e.kind())?;
    Ok(String::from_utf8(into[..n as usize].to_vec()).unwrap())
}

#[test]
fn reads_at_offsets() {
    let (temp, machine) = mount("reads");
    assert_eq!(read(&machine, "m/folder/file", 0, 4).unwrap(), "0123");
    assert_eq!(read(&machine, "m/folder/file", 8, 4).unwrap(), "89");
    assert_eq!(read(&machine, "m/folder/file", 99, 4).unwrap(), "");
    assert_eq!(read(&machine, "m/folder/file", 2, 1).unwrap(), "2");
    assert_eq!(read(&machine, "m/folder", 0, 4), Err(ErrorKind::NotFound));
    assert!(read(&machine, "m/folder/file", u64::MAX, 4).is_err());
    fs::remove_dir_all(temp).unwrap();
}

#[test]
fn refuses_what_is_no_plain_path() {
    let (temp, machine) = mount("plain");
    let absolute = temp.join("secret");
    let paths = [
        "m/../secret",
        "m/folder/../../secret",
        "m//b",
        "m/./b",
        "m/b/",
        "m/b\0",
        "",
        "/",
        "../m",
        &absolute.to_string_lossy(),
    ];
    for path in paths {
        assert_eq!(read(&machine, path, 0, 9), Err(ErrorKind::InvalidInput), "{path:?}");
        assert!(ask(&machine, 1, path.as_bytes()).is_err(), "{path:?}");
        assert!(ask(&machine, 2, path.as_bytes()).is_err(), "{path:?}");
    }
    assert!(ask(&machine, 1, b"m/\xff").is_err());
    for path in ["other", "missing", "missing/x", "m/nothing", "m/b/x"] {
        assert!(ask(&machine, 1, path.as_bytes()).is_err(), "{path:?}");
    }
    fs::remove_dir_all(temp).unwrap();
}

#[cfg(unix)]
#[test]
fn follows_no_link_out_of_a_mount() {
    let (temp, machine) = mount("links");
    for (target, link) in
        [("../secret", "out"), ("..", "above"), ("folder/file", "in"), ("folder", "a"), ("nothing", "z")]
    {
        std::os::unix::fs::symlink(target, temp.join("m").join(link)).unwrap();
    }
    for path in ["m/out", "m/above/secret"] {
        assert_eq!(read(&machine, path, 0, 9), Err(ErrorKind::PermissionDenied), "{path}");
    }
    assert_eq!(ask(&machine, 2, b"m/above").unwrap_err(), ErrorKind::PermissionDenied);
    assert_eq!(ask(&machine, 1, b"m/above/secret").unwrap_err(), ErrorKind::PermissionDenied);
    assert_eq!(read(&machine, "m/in", 0, 3).unwrap(), "012");
    assert_eq!(read(&machine, "m/a/file", 0, 3).unwrap(), "012");

    let listed = ask(&machine, 2, b"m").unwrap();
    let mut names = vec![];
    let mut at = 4;
    while at < listed.len() {
        let size = u32::from_le_bytes(listed[at + 17..at + 21].try_into().unwrap()) as usize;
        names.push((listed[at], String::from_utf8(listed[at + 21..at + 21 + size].to_vec()).unwrap()));
        at += 21 + size;
    }
    let want = [(2, "a"), (3, "above"), (1, "b"), (2, "folder"), (1, "in"), (3, "out"), (3, "z")];
    assert_eq!(names, want.map(|(kind, name)| (kind, name.to_string())));
    assert_eq!(listed[..4], 7u32.to_le_bytes());
    fs::remove_dir_all(temp).unwrap();
}

#[cfg(unix)]
#[test]
fn opens_no_pipe() {
    let (temp, machine) = mount("pipe");
    let made = std::process::Command::new("mkfifo").arg(temp.join("m/pipe")).status().unwrap();
    assert!(made.success());
    assert_eq!(read(&machine, "m/pipe", 0, 3), Err(ErrorKind::NotFound));
    assert_eq!(ask(&machine, 1, b"m/pipe").unwrap()[0], 0);
    fs::remove_dir_all(temp).unwrap();
}
