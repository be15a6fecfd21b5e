package sqlite

import (
	"strconv"
	"sync"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// vfsName is the name under which SQLite knows the images of this package.
const vfsName = "heddle"

// images holds what SQLite has open, by the number it knows it by.
var (
	images    sync.Map // uintptr → *image
	lastImage atomic.Uintptr
)

// vfsFile is SQLite's handle of one open image.
type vfsFile struct {
	base sqlite3.Tsqlite3_file
	id   uintptr
}

// ioMethods is how SQLite reads an image. Every method that would write fails.
var ioMethods = sqlite3.Tsqlite3_io_methods{
	FiVersion:               1,
	FxClose:                 functionPointer(vfsClose),
	FxRead:                  functionPointer(vfsRead),
	FxWrite:                 functionPointer(vfsWrite),
	FxTruncate:              functionPointer(vfsTruncate),
	FxSync:                  functionPointer(vfsSync),
	FxFileSize:              functionPointer(vfsFileSize),
	FxLock:                  functionPointer(vfsLock),
	FxUnlock:                functionPointer(vfsLock),
	FxCheckReservedLock:     functionPointer(vfsCheckReservedLock),
	FxFileControl:           functionPointer(vfsFileControl),
	FxSectorSize:            functionPointer(vfsZero),
	FxDeviceCharacteristics: functionPointer(vfsDeviceCharacteristics),
}

// register makes the VFS known to SQLite, once per process. Time, randomness
// and sleep are the default VFS's; files are ours alone.
var register = sync.OnceFunc(func() {
	sqlite3.PatchIssue199()
	tls := libc.NewTLS()
	own := sqlite3.Xsqlite3_malloc64(tls, sqlite3.Tsqlite3_uint64(unsafe.Sizeof(sqlite3.Tsqlite3_vfs{})))
	name, err := libc.CString(vfsName)
	standard := sqlite3.Xsqlite3_vfs_find(tls, 0)
	if own == 0 || err != nil || standard == 0 {
		panic("sqlite: no memory to register the VFS")
	}
	vfs := pointerAt[sqlite3.Tsqlite3_vfs](own)
	*vfs = *pointerAt[sqlite3.Tsqlite3_vfs](standard)
	vfs.FiVersion = 2 // leaves out the hooks for replacing system calls
	vfs.FszOsFile = int32(unsafe.Sizeof(vfsFile{}))
	vfs.FpNext = 0
	vfs.FzName = name
	vfs.FxOpen = functionPointer(vfsOpen)
	vfs.FxDelete = functionPointer(vfsDelete)
	vfs.FxAccess = functionPointer(vfsAccess)
	vfs.FxFullPathname = functionPointer(vfsFullPathname)
	if rc := sqlite3.Xsqlite3_vfs_register(tls, own, 0); rc != sqlite3.SQLITE_OK {
		panic("sqlite: cannot register the VFS: " + strconv.Itoa(int(rc)))
	}
})

// registerImage makes an image known under a number.
func registerImage(img *image) uintptr {
	id := lastImage.Add(1)
	images.Store(id, img)
	return id
}

func vfsOpen(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32 {
	f := pointerAt[vfsFile](file)
	*f = vfsFile{}
	if name == 0 || flags&sqlite3.SQLITE_OPEN_MAIN_DB == 0 {
		return sqlite3.SQLITE_CANTOPEN
	}
	id, err := strconv.ParseUint(libc.GoString(name), 10, 64)
	if err != nil {
		return sqlite3.SQLITE_CANTOPEN
	}
	if _, ok := images.Load(uintptr(id)); !ok {
		return sqlite3.SQLITE_CANTOPEN
	}
	f.id = uintptr(id)
	f.base.FpMethods = uintptr(unsafe.Pointer(&ioMethods))
	if outFlags != 0 {
		*pointerAt[int32](outFlags) = sqlite3.SQLITE_OPEN_READONLY | sqlite3.SQLITE_OPEN_MAIN_DB
	}
	return sqlite3.SQLITE_OK
}

func vfsClose(tls *libc.TLS, file uintptr) int32 {
	images.Delete(pointerAt[vfsFile](file).id)
	return sqlite3.SQLITE_OK
}

func vfsRead(tls *libc.TLS, file, buf uintptr, n int32, off sqlite3.Tsqlite3_int64) int32 {
	img, ok := imageOf(file)
	if !ok {
		return sqlite3.SQLITE_IOERR_READ
	}
	got, err := img.readAt(bytesAt(buf, int(n)), off)
	switch {
	case err != nil:
		return sqlite3.SQLITE_IOERR_READ
	case got < int(n):
		return sqlite3.SQLITE_IOERR_SHORT_READ
	}
	return sqlite3.SQLITE_OK
}

func vfsFileSize(tls *libc.TLS, file, size uintptr) int32 {
	img, ok := imageOf(file)
	if !ok {
		return sqlite3.SQLITE_IOERR_FSTAT
	}
	*pointerAt[sqlite3.Tsqlite3_int64](size) = img.size
	return sqlite3.SQLITE_OK
}

func imageOf(file uintptr) (*image, bool) {
	v, ok := images.Load(pointerAt[vfsFile](file).id)
	if !ok {
		return nil, false
	}
	return v.(*image), true
}

// Nothing is ever written.

func vfsWrite(tls *libc.TLS, file, buf uintptr, n int32, off sqlite3.Tsqlite3_int64) int32 {
	return sqlite3.SQLITE_READONLY
}

func vfsTruncate(tls *libc.TLS, file uintptr, size sqlite3.Tsqlite3_int64) int32 {
	return sqlite3.SQLITE_READONLY
}

func vfsSync(tls *libc.TLS, file uintptr, flags int32) int32 { return sqlite3.SQLITE_READONLY }

func vfsDelete(tls *libc.TLS, vfs, name uintptr, sync int32) int32 {
	return sqlite3.SQLITE_IOERR_DELETE
}

// No journal and no -wal exists beside an image.
func vfsAccess(tls *libc.TLS, vfs, name uintptr, flags int32, result uintptr) int32 {
	*pointerAt[int32](result) = 0
	return sqlite3.SQLITE_OK
}

func vfsFullPathname(tls *libc.TLS, vfs, name uintptr, n int32, out uintptr) int32 {
	s := libc.GoString(name)
	if len(s) >= int(n) {
		return sqlite3.SQLITE_CANTOPEN
	}
	to := bytesAt(out, len(s)+1)
	copy(to, s)
	to[len(s)] = 0
	return sqlite3.SQLITE_OK
}

func vfsLock(tls *libc.TLS, file uintptr, level int32) int32 { return sqlite3.SQLITE_OK }

func vfsCheckReservedLock(tls *libc.TLS, file, result uintptr) int32 {
	*pointerAt[int32](result) = 0
	return sqlite3.SQLITE_OK
}

func vfsFileControl(tls *libc.TLS, file uintptr, op int32, arg uintptr) int32 {
	return sqlite3.SQLITE_NOTFOUND
}

func vfsZero(tls *libc.TLS, file uintptr) int32 { return 0 }

// An image never changes, so SQLite takes no locks and looks for no journal.
func vfsDeviceCharacteristics(tls *libc.TLS, file uintptr) int32 {
	return sqlite3.SQLITE_IOCAP_IMMUTABLE
}
