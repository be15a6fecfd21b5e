"""Read-only access to named folders.

A path is resolved one name at a time below its mount, so a symbolic link
cannot leave it. Only regular files are opened, so a FIFO cannot block a call
and a device is not touched. Names are bytes, as they are on disk.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from .._abi import FILE, FOLDER, LINK, OTHER, Info
from .._errors import HeddleError

MAX_PATH_BYTES = 4096
"""The longest path that is looked up."""
MAX_ENTRIES = 1 << 20
"""The greatest number of entries of a folder."""
MAX_LINKS = 8
"""Links followed for one path."""
MAX_OPEN_FILES = 64
MAX_OPEN_FOLDERS = 32


class Mount(NamedTuple):
    """The folder of one mount name."""

    folder: bytes
    """The base folder; it may be a link itself, and need not exist."""
    files: Sequence[bytes] | None = None
    """When not None, only these files below folder are granted; no link on the way is followed."""


class _MountPath(NamedTuple):
    path: bytes  # as given
    mount_name: bytes
    mount: Mount
    names: tuple[bytes, ...]  # empty for the mount itself

    @property
    def rel(self) -> bytes:
        return b"/".join(self.names)


class _Escape(OSError):
    """A link leaves its mount."""


class Files:
    """The files of some mounts. Handles stay open until release()."""

    def __init__(self, mounts: Mapping[bytes, Mount], check: Callable[[], None] = lambda: None) -> None:
        """check runs at the start of every call; what it raises ends the call."""
        self._mounts = dict(mounts)
        self._check = check
        self._os: _System = _ByHandle() if _HANDLES else _ByPath()
        self._folders: OrderedDict[bytes, Any] = OrderedDict()
        self._files: OrderedDict[bytes, int] = OrderedDict()
        self.file_of_store: Callable[[bytes], str | None] = lambda _: None
        """Returns the file of a store that can only be read as a file. The files of other
        stores are hidden: closing one would release the locks of SQLite on it."""

    def release(self) -> None:
        """Closes all handles; the object can be used again."""
        while self._files:
            os.close(self._files.popitem()[1])
        while self._folders:
            self._os.close(self._folders.popitem()[1])

    def stat(self, path: bytes) -> Info:
        """Describes a path; a link inside the mount as what it points to."""
        self._check()
        own = self._store_file_of(path)
        if own is not None:
            return self._stat_store_file(path, own)
        place = self._parse_path(path)
        try:
            if place.mount.files is not None:
                return self._stat_single(place)
            if not place.names:
                return _info_of(place.mount_name, self._os.stat(self._open_folder(place, ())))
            folder = self._open_folder(place, place.names[:-1])
            return self._resolve_link(place, place.names, _info_of(place.names[-1], self._os.lstat(folder, place.names[-1])))
        except OSError as e:
            raise _host_error(path, e) from None

    def entries(self, path: bytes) -> list[Info]:
        """Returns a folder's entries in byte order of their names."""
        self._check()
        place = self._parse_path(path)
        try:
            if place.mount.files is not None:
                return self._list_single(place)
            found = self._os.entries(self._open_folder(place, place.names))
            if len(found) > MAX_ENTRIES:
                raise HeddleError("LIMIT_EXCEEDED", "folder has more than 1,048,576 entries")
            infos = [self._resolve_link(place, (*place.names, i.name), i) for i in found]
        except OSError as e:
            raise _host_error(path, e) from None
        infos.sort(key=lambda i: i.name)
        return infos

    def read(self, path: bytes, into: memoryview, offset: int) -> int:
        """Fills into from offset; fewer bytes only at the end of the file."""
        self._check()
        if offset < 0:
            raise _path_error("INVALID_ARGUMENT", "negative offset", path)
        try:
            fd = self._files.get(path)
            if fd is None:
                own = self._store_file_of(path)
                fd = self._open_file(self._parse_path(path)) if own is None else _open_store_file(own)
                if len(self._files) >= MAX_OPEN_FILES:
                    os.close(self._files.popitem(last=False)[1])
                self._files[path] = fd
            else:
                self._files.move_to_end(path)
            return read_at(fd, into, offset)
        except OSError as e:
            raise _host_error(path, e) from None

    def locate(self, path: bytes) -> tuple[bytes, int]:
        """Returns the real path of a regular file, free of links, and a handle to it that the caller closes."""
        self._check()
        own = self._store_file_of(path)
        try:
            if own is not None:
                return own, _open_store_file(own)
            place = self._parse_path(path)
            found = self._find_granted(place)
        except OSError as e:
            raise _host_error(path, e) from None
        return os.path.join(place.mount.folder, *found.names), self._regular_file(place, found)

    def _store_file_of(self, path: bytes) -> bytes | None:
        """The file of a path in a store: its main file, its -wal or its -journal."""
        for suffix in (b"", b"-wal", b"-journal"):
            main = self.file_of_store(path.removesuffix(suffix)) if path.endswith(suffix) else None
            if main is not None:
                return os.fsencode(main) + suffix
        return None

    def _stat_store_file(self, path: bytes, own: bytes) -> Info:
        try:
            return _info_of(path.rpartition(b"/")[2], os.stat(own))
        except OSError as e:
            raise _host_error(path, e) from None

    def _parse_path(self, path: bytes) -> _MountPath:
        if len(path) > MAX_PATH_BYTES:
            raise _path_error("LIMIT_EXCEEDED", "path is longer than 4096 bytes", path[:64] + "…".encode())
        name, _, rel = path.partition(b"/")
        mount = self._mounts.get(name)
        if mount is None:
            hint = "agents.list shows which folders are granted"
            raise _path_error("BAD_REF", "no such mount", path, hint)
        if name == path:
            return _MountPath(path, name, mount, ())
        names = tuple(rel.split(b"/"))
        if not all(map(_is_plain_name, names)):
            raise _path_error("INVALID_ARGUMENT", "not a plain mount path", path)
        return _MountPath(path, name, mount, names)

    def _open_folder(self, place: _MountPath, names: tuple[bytes, ...]) -> Any:
        """Returns the handle of a folder, valid until the next call of this method."""
        key = b"/".join((place.mount_name, *names))
        handle = self._folders.get(key)
        if handle is not None:
            self._folders.move_to_end(key)
            return handle
        if names:
            handle = self._walk_path(place, names).folder
            if handle is None:
                raise NotADirectoryError(errno.ENOTDIR, "not a folder")
        else:
            handle = self._os.base(place.mount.folder)
        if len(self._folders) >= MAX_OPEN_FOLDERS:
            self._os.close(self._folders.popitem(last=False)[1])
        self._folders[key] = handle
        return handle

    def _walk_path(self, place: _MountPath, names: Iterable[bytes], *, open_file: bool = False) -> _Found:
        """Follows names from the mount's base, links included. The caller closes what it found."""
        system = self._os
        open_folders = [system.base(place.mount.folder)]
        walked: list[bytes] = []
        todo, links = list(names)[::-1], 0
        try:
            while todo:
                name = todo.pop()
                if name in (b"", b"."):
                    continue
                if name == b"..":
                    if not walked:
                        raise _Escape
                    walked.pop()
                    system.close(open_folders.pop())
                    continue
                st = system.lstat(open_folders[-1], name)
                if _is_junction(st):
                    raise _Escape
                if stat.S_ISLNK(st.st_mode):
                    links += 1
                    if links > MAX_LINKS:
                        raise OSError(errno.ELOOP, "too many links")
                    target = system.readlink(open_folders[-1], name)
                    if os.path.isabs(target) or os.path.splitdrive(target)[0]:
                        raise _Escape
                    todo += target.replace(os.sep.encode(), b"/").split(b"/")[::-1]
                elif stat.S_ISDIR(st.st_mode):
                    open_folders.append(system.enter(open_folders[-1], name))
                    walked.append(name)
                elif any(rest not in (b"", b".") for rest in todo):
                    raise NotADirectoryError(errno.ENOTDIR, "not a folder")
                else:
                    fd = system.open(open_folders[-1], name) if open_file and stat.S_ISREG(st.st_mode) else None
                    return _Found(None, fd, (*walked, name), st)
            folder = open_folders.pop()
            return _Found(folder, None, tuple(walked), None)
        finally:
            for handle in open_folders:
                system.close(handle)

    def _resolve_link(self, place: _MountPath, names: tuple[bytes, ...], info: Info) -> Info:
        """Describes the target of a link when the target is inside the mount, else the link."""
        if info.kind != LINK:
            return info
        try:
            found = self._walk_path(place, names)
        except OSError:
            return info  # it leaves the mount, dangles, loops or is refused: it remains LINK
        if found.st is not None:
            return _info_of(info.name, found.st)
        st = self._os.stat(found.folder)
        self._os.close(found.folder)
        return _info_of(info.name, st)

    def _open_file(self, place: _MountPath) -> int:
        """Opens a regular file."""
        if place.names and place.mount.files is None:  # the common case: no link, and its folder is already open
            folder, name = self._open_folder(place, place.names[:-1]), place.names[-1]
            st = self._os.lstat(folder, name)
            if stat.S_ISREG(st.st_mode):
                return self._regular_file(place, _Found(None, self._os.open(folder, name), (), st))
        return self._regular_file(place, self._find_granted(place))

    def _find_granted(self, place: _MountPath) -> _Found:
        if not place.names:
            raise _path_error("BAD_REF", "not a regular file", place.path)
        if place.mount.files is not None:
            self._check_granted(place)
        return self._walk_path(place, place.names, open_file=True)

    def _regular_file(self, place: _MountPath, found: _Found) -> int:
        """Returns the open file once it is checked again: the name may be another file by now."""
        if found.folder is not None:
            self._os.close(found.folder)
        if found.fd is not None:
            if stat.S_ISREG(os.fstat(found.fd).st_mode):
                return found.fd
            os.close(found.fd)
        raise _path_error("BAD_REF", "not a regular file", place.path)

    # A mount of single files shows its granted files and the folders above
    # them. No link is followed: inside a home it could point at anything.

    def _grant_of(self, place: _MountPath) -> tuple[bool, bool]:
        """Reports whether the path is a granted file, and whether it is a folder above one."""
        rel, files = place.rel, place.mount.files or ()
        return rel in files, not rel or any(f.startswith(rel + b"/") for f in files)

    def _check_granted(self, place: _MountPath) -> None:
        if not any(self._grant_of(place)):
            raise FileNotFoundError(errno.ENOENT, "not granted")
        at = place.mount.folder
        for name in place.names:
            at = os.path.join(at, name)
            if stat.S_ISLNK(os.lstat(at).st_mode):
                raise _path_error("PERMISSION_DENIED", "symbolic links to single files are not followed", place.path)

    def _stat_single(self, place: _MountPath) -> Info:
        if not place.names:
            self._open_folder(place, ())
            return Info(FOLDER, 0, 0, place.mount_name)
        try:
            self._check_granted(place)
        except HeddleError:
            return Info(LINK, 0, 0, place.names[-1])
        info = _info_of(place.names[-1], os.lstat(os.path.join(place.mount.folder, *place.names)))
        if info.kind == FOLDER and not self._grant_of(place)[0]:
            info = info._replace(mtime=0)  # it also changes with other files in this folder
        return info

    def _list_single(self, place: _MountPath) -> list[Info]:
        own = self._stat_single(place)
        if own.kind == LINK:
            raise _path_error("PERMISSION_DENIED", "symbolic links to single files are not followed", place.path)
        if own.kind != FOLDER or self._grant_of(place)[0]:
            raise _path_error("BAD_REF", "not a folder", place.path)
        prefix = place.rel + b"/" if place.names else b""
        below = [f[len(prefix) :] for f in place.mount.files or () if f.startswith(prefix)]
        infos = []
        for name in sorted({f.split(b"/")[0] for f in below}):
            try:
                infos.append(self._stat_single(place._replace(path=place.path + b"/" + name, names=(*place.names, name))))
            except (FileNotFoundError, NotADirectoryError):
                continue
        return infos


class _Found(NamedTuple):
    """Where a walk ended: an open folder; or an entry with its st, open when it is a regular file and open_file was set."""

    folder: Any
    fd: int | None
    names: tuple[bytes, ...]
    st: os.stat_result | None


_HANDLES = os.open in os.supports_dir_fd and os.scandir in os.supports_fd
_OPEN = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_OPEN_FILE = _OPEN | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_OPEN_FOLDER = _OPEN | getattr(os, "O_DIRECTORY", 0)


class _System(Protocol):
    """How folders are opened and names looked up in them. A folder is a value that base or enter returned."""

    def base(self, folder: bytes) -> Any: ...
    def enter(self, folder: Any, name: bytes) -> Any: ...
    def open(self, folder: Any, name: bytes) -> int: ...
    def lstat(self, folder: Any, name: bytes) -> os.stat_result: ...
    def stat(self, folder: Any) -> os.stat_result: ...
    def readlink(self, folder: Any, name: bytes) -> bytes: ...
    def entries(self, folder: Any) -> list[Info]: ...
    def close(self, folder: Any) -> None: ...


class _ByHandle:
    """Looks names up in open folders, so that no other process can replace a folder of the path meanwhile."""

    def base(self, folder: bytes) -> int:
        return os.open(folder, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY)

    def enter(self, folder: int, name: bytes) -> int:
        return os.open(name, _OPEN_FOLDER, dir_fd=folder)

    def open(self, folder: int, name: bytes) -> int:
        return os.open(name, _OPEN_FILE, dir_fd=folder)

    def lstat(self, folder: int, name: bytes) -> os.stat_result:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)

    def stat(self, folder: int) -> os.stat_result:
        return os.fstat(folder)

    def readlink(self, folder: int, name: bytes) -> bytes:
        return os.readlink(name, dir_fd=folder)

    def entries(self, folder: int) -> list[Info]:
        return _scan_folder(folder)

    def close(self, folder: int) -> None:
        os.close(folder)


class _ByPath:
    """The same by paths, for systems without handles of folders (Windows)."""

    def base(self, folder: bytes) -> bytes:
        if not stat.S_ISDIR(os.stat(folder).st_mode):
            raise NotADirectoryError(errno.ENOTDIR, "not a folder")
        return folder

    def enter(self, folder: bytes, name: bytes) -> bytes:
        return self.base(os.path.join(folder, name))

    def open(self, folder: bytes, name: bytes) -> int:
        return os.open(os.path.join(folder, name), _OPEN_FILE)

    def lstat(self, folder: bytes, name: bytes) -> os.stat_result:
        return os.lstat(os.path.join(folder, name))

    def stat(self, folder: bytes) -> os.stat_result:
        return os.stat(folder)

    def readlink(self, folder: bytes, name: bytes) -> bytes:
        return os.readlink(os.path.join(folder, name))

    def entries(self, folder: bytes) -> list[Info]:
        return _scan_folder(folder)

    def close(self, folder: bytes) -> None:
        pass


def _scan_folder(folder: int | bytes) -> list[Info]:
    infos = []
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                infos.append(_info_of(os.fsencode(entry.name), entry.stat(follow_symlinks=False)))
            except FileNotFoundError:
                continue  # it was removed after its name was read
    return infos


def read_at(fd: int, into: memoryview, offset: int) -> int:
    """Fills into from offset of an open file; fewer bytes only at its end."""
    done = 0
    while done < len(into):
        if _PREADV:
            n = os.preadv(fd, [into[done:]], offset + done)
        else:
            os.lseek(fd, offset + done, os.SEEK_SET)
            piece = os.read(fd, len(into) - done)
            n = len(piece)
            into[done : done + n] = piece
        if n == 0:
            break
        done += n
    return done


_PREADV = hasattr(os, "preadv")


def _open_store_file(file: bytes) -> int:
    fd = os.open(file, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
    if stat.S_ISREG(os.fstat(fd).st_mode):
        return fd
    os.close(fd)
    raise FileNotFoundError(errno.ENOENT, "not a regular file")


def _info_of(name: bytes, st: os.stat_result) -> Info:
    mtime = st.st_mtime_ns // 1_000_000
    if stat.S_ISREG(st.st_mode):
        return Info(FILE, st.st_size, mtime, name)
    if stat.S_ISLNK(st.st_mode) or _is_junction(st):
        return Info(LINK, 0, mtime, name)
    return Info(FOLDER if stat.S_ISDIR(st.st_mode) else OTHER, 0, mtime, name)


def _is_junction(st: os.stat_result) -> bool:
    """A Windows junction is a folder to stat, and always leaves its mount."""
    return getattr(st, "st_reparse_tag", 0) == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)


def _is_plain_name(name: bytes) -> bool:
    if not name or name in (b".", b"..") or b"\0" in name:
        return False
    return sys.platform != "win32" or not (b"\\" in name or b":" in name or _is_reserved(name))


def _is_reserved(name: bytes) -> bool:
    """Reports whether Windows opens a device under this name, as it does in every folder."""
    stem = name.split(b".")[0].rstrip(b" ").upper()
    devices = (b"CON", b"PRN", b"AUX", b"NUL", b"CONIN$", b"CONOUT$")
    return stem in devices or (len(stem) == 4 and stem[:3] in (b"COM", b"LPT") and stem[3:].isdigit())


def _path_error(code: str, message: str, path: bytes, hint: str = "") -> HeddleError:
    return HeddleError(code, message, path=path.decode("utf-8", "surrogateescape"), hint=hint)


def _host_error(path: bytes, e: OSError) -> HeddleError:
    """Names the path within its mount, never the absolute one."""
    if isinstance(e, _Escape):
        return _path_error("PERMISSION_DENIED", "symbolic link leaves its mount", path)
    if isinstance(e, (FileNotFoundError, NotADirectoryError)):
        return _path_error("BAD_REF", "no such file or folder", path)
    cause = "cannot be read: " + os.strerror(e.errno or errno.EIO).lower()
    if isinstance(e, PermissionError):
        hint = "check the permissions of the file and of the folders above it"
        return _path_error("PERMISSION_DENIED", cause, path, hint)
    if e.errno == errno.ELOOP:
        return _path_error("PERMISSION_DENIED", "too many symbolic links", path)
    return _path_error("IO_ERROR", cause, path)
