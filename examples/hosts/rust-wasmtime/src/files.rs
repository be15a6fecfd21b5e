//! Read-only folders under names. No path and no link reaches a file outside them.

use std::collections::HashMap;
use std::fs::{canonicalize, metadata, read_dir, symlink_metadata, File};
use std::io::{self, Error, ErrorKind, Read, Result, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

pub struct Folders {
    mounts: HashMap<String, PathBuf>,
    open: HashMap<PathBuf, File>, // of the running call
}

impl Folders {
    pub fn new(mounts: &[(String, PathBuf)]) -> Folders {
        Folders { mounts: mounts.iter().cloned().collect(), open: HashMap::new() }
    }

    pub fn close(&mut self) {
        self.open.clear();
    }

    pub fn stat(&self, path: &[u8]) -> Result<Vec<u8>> {
        let (root, file) = self.locate(path)?;
        if file != root {
            inside(&root, file.parent().unwrap_or(&root))?; // a link in it may leave the mount: it is only described
        }
        let mut entry = vec![];
        put_entry(&mut entry, &root, &file, path.rsplit(|b| *b == b'/').next().unwrap_or(path))?;
        Ok(entry)
    }

    /// Lists a folder in byte order. Names that are not UTF-8 are left out.
    pub fn list(&self, path: &[u8]) -> Result<Vec<u8>> {
        let (root, folder) = self.locate(path)?;
        let folder = inside(&root, &folder)?;
        if !folder.is_dir() {
            return Err(ErrorKind::NotADirectory.into());
        }
        let names = read_dir(&folder)?.map(|entry| Ok(entry?.file_name().into_string().ok())).collect::<Result<Vec<_>>>()?;
        let mut names: Vec<String> = names.into_iter().flatten().collect();
        names.sort();
        let mut entries = (names.len() as u32).to_le_bytes().to_vec();
        for name in names {
            put_entry(&mut entries, &root, &folder.join(&name), name.as_bytes())?;
        }
        Ok(entries)
    }

    /// Reads from an offset; fewer bytes than asked for only at the end of the file.
    pub fn read(&mut self, path: &[u8], offset: u64, mut into: &mut [u8]) -> Result<u64> {
        let (root, file) = self.locate(path)?;
        if !self.open.contains_key(&file) {
            let real = inside(&root, &file)?;
            if !metadata(&real)?.is_file() {
                return Err(Error::new(ErrorKind::InvalidInput, "not a regular file"));
                // opening a pipe would block
            }
            if self.open.len() == 64 {
                self.open.clear();
            }
            self.open.insert(file.clone(), File::open(real)?);
        }
        let mut opened = &self.open[&file];
        opened.seek(SeekFrom::Start(offset))?;
        io::copy(&mut opened.take(into.len() as u64), &mut into)
    }

    /// Returns the real folder of a path's mount, and the file as the path names it.
    fn locate(&self, path: &[u8]) -> Result<(PathBuf, PathBuf)> {
        let wrong = |what: &'static str| Error::new(ErrorKind::InvalidInput, what);
        let mut names = std::str::from_utf8(path).map_err(|_| wrong("not UTF-8"))?.split('/');
        let mount = self.mounts.get(names.next().unwrap_or_default()).ok_or_else(|| wrong("no such mount"))?;
        let root = canonicalize(mount)?;
        let mut file = root.clone();
        for name in names {
            if matches!(name, "" | "." | "..") || name.contains('\0') || cfg!(windows) && name.contains(['\\', ':']) {
                return Err(wrong("not a plain path"));
            }
            file.push(name);
        }
        Ok((root, file))
    }
}

/// Returns the real path of a file that lies in its mount.
fn inside(root: &Path, file: &Path) -> Result<PathBuf> {
    let real = canonicalize(file)?;
    let leaves = || Error::new(ErrorKind::PermissionDenied, "symbolic link leaves its mount");
    real.starts_with(root).then_some(real).ok_or_else(leaves)
}

fn put_entry(out: &mut Vec<u8>, root: &Path, file: &Path, name: &[u8]) -> Result<()> {
    let mut found = symlink_metadata(file)?;
    if found.is_symlink() {
        found = inside(root, file).and_then(metadata).unwrap_or(found);
    }
    let kinds = [(found.is_file(), 1), (found.is_dir(), 2), (found.is_symlink(), 3)];
    out.push(kinds.iter().find(|kind| kind.0).map_or(0, |kind| kind.1));
    out.extend(if found.is_file() { found.len() } else { 0 }.to_le_bytes());
    let modified = found.modified()?.duration_since(UNIX_EPOCH);
    let before = |e: std::time::SystemTimeError| -(e.duration().as_nanos().div_ceil(1_000_000) as i64);
    out.extend(modified.map_or_else(before, |since| since.as_millis() as i64).to_le_bytes());
    put_str(out, name);
    Ok(())
}

pub fn put_str(out: &mut Vec<u8>, text: &[u8]) {
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(text);
}
