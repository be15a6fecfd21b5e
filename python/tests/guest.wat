;; A guest that is no engine: it hands requests to the host and gives the
;; answers back, and misbehaves on demand. The response's header is the number
;; that the import returned, as an i64; the body is the answer or the error record.
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "environ_sizes_get" (func $environ_sizes_get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "args_sizes_get" (func $args_sizes_get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_prestat_get" (func $fd_prestat_get (param i32 i32) (result i32)))
  (import "heddle" "host_call" (func $host_call (param i32 i32 i32 i32 i32) (result i64)))
  (import "heddle" "host_take" (func $host_take (param i32 i32) (result i32)))
  (import "heddle" "file_read" (func $file_read (param i32 i32 i64 i32 i32) (result i64)))
  (import "heddle" "poll" (func $poll (param i64 i64) (result i32)))
  (memory (export "memory") 64)
  (data (i32.const 16) "panic: the guest is out of ideas\nat line 2\n")
  (global $in i32 (i32.const 1024))         ;; 1 MiB for the request
  (global $out i32 (i32.const 1114112))     ;; the response
  (func (export "_initialize"))
  (func (export "abi_version") (result i32) (i32.const ABI))
  (func (export "alloc") (param $n i32) (result i32)
    (if (result i32) (i32.gt_u (local.get $n) (i32.const 1048576)) (then (i32.const 0)) (else (global.get $in))))
  (func (export "release") (param i32))

  ;; ends a call: writes the lengths and the header before the answer of r bytes
  (func $answer (param $r i64) (param $cap i64) (result i64)
    (local $n i64)
    (local.set $n (local.get $r))
    (if (i64.lt_s (local.get $r) (i64.const 0)) (then (local.set $n (i64.sub (i64.const 0) (local.get $r)))))
    (if (i32.or (i64.lt_s (local.get $r) (i64.const 0)) (i64.gt_s (local.get $r) (local.get $cap)))
      (then (local.set $n (i64.extend_i32_u (call $host_take (i32.add (global.get $out) (i32.const 12)) (i32.const 3000000))))))
    (i32.store (global.get $out) (i32.const 8))
    (i64.store (i32.add (global.get $out) (i32.const 4)) (local.get $r))
    (i64.or (i64.shl (i64.extend_i32_u (global.get $out)) (i64.const 32)) (i64.add (local.get $n) (i64.const 12))))

  (func (export "call") (param $op i32) (param $p i32) (param $n i32) (result i64)
    (local $r i64)
    ;; 1: host_call; the request is its number as u32, then its bytes; 64 bytes fit at once
    (if (i32.eq (local.get $op) (i32.const 1)) (then
      (return (call $answer (call $host_call (i32.load (local.get $p)) (i32.add (local.get $p) (i32.const 4)) (i32.sub (local.get $n) (i32.const 4))
        (i32.add (global.get $out) (i32.const 12)) (i32.const 64)) (i64.const 64)))))
    ;; 2: file_read; the request is offset i64, capacity u32, path
    (if (i32.eq (local.get $op) (i32.const 2)) (then
      (return (call $answer (call $file_read (i32.add (local.get $p) (i32.const 12)) (i32.sub (local.get $n) (i32.const 12)) (i64.load (local.get $p))
        (i32.add (global.get $out) (i32.const 12)) (i32.load (i32.add (local.get $p) (i32.const 8)))) (i64.const 4000000)))))
    ;; 3: a trap
    (if (i32.eq (local.get $op) (i32.const 3)) (then unreachable))
    ;; 4: never ends and never asks
    (if (i32.eq (local.get $op) (i32.const 4)) (then (loop $l (br $l))))
    ;; 5: works until poll says stop, then asks for the time
    (if (i32.eq (local.get $op) (i32.const 5)) (then
      (loop $l (br_if $l (i32.eqz (call $poll (i64.const 0) (i64.const 0)))))
      (return (call $answer (call $host_call (i32.const 8) (i32.const 0) (i32.const 0) (i32.add (global.get $out) (i32.const 12)) (i32.const 64)) (i64.const 64)))))
    ;; 6: last words
    (if (i32.eq (local.get $op) (i32.const 6)) (then
      (i32.store (i32.const 0) (i32.const 16)) (i32.store (i32.const 4) (i32.const 43))
      (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8)))
      ;; 12: what WASI gives away: the number of variables and arguments, and the answer to the first open folder
    (if (i32.eq (local.get $op) (i32.const 12)) (then
      (drop (call $environ_sizes_get (i32.const 512) (i32.const 516)))
      (drop (call $args_sizes_get (i32.const 520) (i32.const 524)))
      (return (call $answer (i64.extend_i32_u (i32.or (call $fd_prestat_get (i32.const 3) (i32.const 528))
        (i32.or (i32.shl (i32.load (i32.const 512)) (i32.const 8)) (i32.shl (i32.load (i32.const 520)) (i32.const 16))))) (i64.const 4000000)))))
    unreachable))
    ;; 7: takes all the memory there is; the header says how many pages that was
    (if (i32.eq (local.get $op) (i32.const 7)) (then
      (loop $l (br_if $l (i32.ne (memory.grow (i32.const 64)) (i32.const -1))))
      (drop (call $answer (i64.extend_i32_u (memory.size)) (i64.const 4000000)))
      (return (i64.or (i64.shl (i64.extend_i32_u (global.get $out)) (i64.const 32)) (i64.const 12)))))
    ;; 8: a response outside the memory
    (if (i32.eq (local.get $op) (i32.const 8)) (then (return (i64.const -1))))
    ;; 9: a host call with a request outside the memory
    (if (i32.eq (local.get $op) (i32.const 9)) (then
      (return (call $answer (call $host_call (i32.const 1) (i32.const -8) (i32.const 64) (i32.const 0) (i32.const 0)) (i64.const 64)))))
    ;; 10: a file_read into memory that is not there
    (if (i32.eq (local.get $op) (i32.const 10)) (then
      (return (call $answer (call $file_read (local.get $p) (local.get $n) (i64.const 0) (i32.const -64) (i32.const 128)) (i64.const 64)))))
    ;; 11: a host_take of nothing; the length of what was kept
    (if (i32.eq (local.get $op) (i32.const 11)) (then
      (return (call $answer (i64.extend_i32_u (call $host_take (global.get $out) (i32.const 64))) (i64.const 64)))))
    ;; 12: what WASI gives away: the number of variables and arguments, and the answer to the first open folder
    (if (i32.eq (local.get $op) (i32.const 12)) (then
      (drop (call $environ_sizes_get (i32.const 512) (i32.const 516)))
      (drop (call $args_sizes_get (i32.const 520) (i32.const 524)))
      (return (call $answer (i64.extend_i32_u (i32.or (call $fd_prestat_get (i32.const 3) (i32.const 528))
        (i32.or (i32.shl (i32.load (i32.const 512)) (i32.const 8)) (i32.shl (i32.load (i32.const 520)) (i32.const 16))))) (i64.const 4000000)))))
    unreachable))
