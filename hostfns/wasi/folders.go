//go:build wasip1

package wasi

import "unsafe"

// firstFolder is the descriptor of the first preopened folder; those before it are the standard streams.
const firstFolder = 3

// prestat describes a preopened descriptor.
type prestat struct {
	kind uint8 // 0 is a folder
	name uint32
}

//go:wasmimport wasi_snapshot_preview1 fd_prestat_get
//go:noescape
func prestatGet(fd int32, to unsafe.Pointer) uint32

//go:wasmimport wasi_snapshot_preview1 fd_prestat_dir_name
//go:noescape
func prestatName(fd int32, to unsafe.Pointer, size uint32) uint32

// folderNames lists the preopened folders by the names that the runtime gives them.
func folderNames() (names []string) {
	for fd := int32(firstFolder); ; fd++ {
		var p prestat
		if prestatGet(fd, unsafe.Pointer(&p)) != 0 {
			return names
		}
		if p.kind != 0 || p.name == 0 {
			continue
		}
		name := make([]byte, p.name)
		if prestatName(fd, unsafe.Pointer(&name[0]), p.name) == 0 {
			names = append(names, string(name))
		}
	}
}
