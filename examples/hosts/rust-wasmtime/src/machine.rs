//! What this machine grants: read-only folders under names, the clock and ids. No path and no link reaches
//! a file outside the folders: cap-std opens every path below the handle of its folder, so that nobody can
//! put a link in its way between a check and the opening.

use std::collections::HashMap;
use std::io::{copy, Error, ErrorKind, Read, Result, Seek, SeekFrom};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use cap_fs_ext::OpenOptionsSyncExt;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use uuid::Uuid;

use crate::{put_text, text_in, Host};

/// The bits of the powers that this machine grants: files, the clock and ids.
const POWERS: u32 = 1 | 8 | 16;

/// Folders by the names of places.json.
pub struct Machine(pub HashMap<String, PathBuf>);

impl Host for Machine {
    fn answer(&self, call: u32, request: &[u8]) -> Result<Vec<u8>> {
        match call {
            0 => Ok(POWERS.to_le_bytes().to_vec()),
            1 => self.stat(text_in(request)?),
            2 => self.list(text_in(request)?),
            8 => Ok(millis(SystemTime::now()).to_le_bytes().to_vec()),
            9 => Ok(Uuid::now_v7().into_bytes().to_vec()),
            _ => Err(Error::new(ErrorKind::Unsupported, "this host does not grant that")),
        }
    }

    fn read(&self, path: &[u8], offset: u64, mut into: &mut [u8]) -> Result<u64> {
        let (mount, rest) = self.locate(path)?;
        let mut options = OpenOptions::new();
        let mut file = mount.open_with(rest, options.read(true).nonblock(true))?; // a pipe would block
        if !file.metadata()?.is_file() {
            return Err(Error::new(ErrorKind::NotFound, "not a regular file"));
        }
        file.seek(SeekFrom::Start(offset))?;
        copy(&mut file.take(into.len() as u64), &mut into)
    }
}

impl Machine {
    fn stat(&self, path: &[u8]) -> Result<Vec<u8>> {
        let (mount, rest) = self.locate(path)?;
        entry(&mount, rest, path.rsplit(|b| *b == b'/').next().unwrap_or(path))
    }

    /// Lists a folder in byte order of the names. A name that is not UTF-8 has no path here.
    fn list(&self, path: &[u8]) -> Result<Vec<u8>> {
        let (mount, rest) = self.locate(path)?;
        let mut names = vec![];
        for file in mount.open_dir(rest)?.entries()? {
            names.extend(file?.file_name().into_string());
        }
        names.sort();
        let describe = |name: &String| entry(&mount, &format!("{rest}/{name}"), name.as_bytes());
        let entries: Vec<Vec<u8>> = names.iter().flat_map(describe).collect(); // without those that vanished
        Ok([(entries.len() as u32).to_le_bytes().to_vec(), entries.concat()].concat())
    }

    /// Opens the folder of a path's mount, and returns it with the rest of the path.
    fn locate<'a>(&self, path: &'a [u8]) -> Result<(Dir, &'a str)> {
        let wrong = || Error::new(ErrorKind::InvalidInput, "not a plain path");
        let path = std::str::from_utf8(path).map_err(|_| wrong())?;
        let odd: &[char] = if cfg!(windows) { &['\0', '\\', ':'] } else { &['\0'] };
        if path.split('/').any(|name| ["", ".", ".."].contains(&name) || name.contains(odd)) {
            return Err(wrong());
        }
        let (mount, rest) = path.split_once('/').unwrap_or((path, "."));
        let folder = self.0.get(mount).ok_or_else(|| Error::new(ErrorKind::NotFound, "no such mount"))?;
        Ok((Dir::open_ambient_dir(folder, ambient_authority())?, rest))
    }
}

fn entry(mount: &Dir, path: &str, name: &[u8]) -> Result<Vec<u8>> {
    let mut found = mount.symlink_metadata(path)?;
    if found.is_symlink() {
        found = mount.metadata(path).unwrap_or(found); // one that leaves the mount stays a link
    }
    let kinds = [found.is_file(), found.is_dir(), found.is_symlink()];
    let mut out = vec![kinds.iter().position(|is| *is).map_or(0, |n| n as u8 + 1)];
    out.extend(if found.is_file() { found.len() } else { 0 }.to_le_bytes());
    out.extend(millis(found.modified()?.into_std()).to_le_bytes());
    put_text(&mut out, name);
    Ok(out)
}

/// Milliseconds since 1970, floored.
fn millis(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_millis() as i64,
        Err(before) => -(before.duration().as_nanos().div_ceil(1_000_000) as i64),
    }
}
