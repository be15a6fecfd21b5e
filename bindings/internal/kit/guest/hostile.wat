;; A guest that does to its host what a hostile one could. It needs no WASI and no
;; feature beyond WebAssembly 1.0. The first byte of a request is the action; numbers
;; stand at fixed places after it. docs/how-to-write-a-host.md describes the answers.
;;
;; Its memory has four pages, so that a checker knows every address:
;;   0x10000  the request, at most 64 KiB
;;   0x20000  the response: u32 16, the header, then the body:
;;            0x20014  i64 what the import returned
;;            0x2001c  u32 what host_take returned after it
;;            0x20020  4 KiB for host_take
;;            0x21020  4 KiB for answers
;;   0x40000  the end
(module
  (import "heddle" "host_call" (func $host_call (param i32 i32 i32 i32 i32) (result i64)))
  (import "heddle" "host_take" (func $host_take (param i32 i32) (result i32)))
  (import "heddle" "file_read" (func $file_read (param i32 i32 i64 i32 i32) (result i64)))
  (import "heddle" "poll" (func $poll (param i64 i64) (result i32)))
  (memory (export "memory") 4)
  (data (i32.const 0x100) "{\"op\":\"version\"}")
  (global $buffer (mut i32) (i32.const 0x10000)) ;; what alloc answers
  (global $hostile_release (mut i32) (i32.const 0))

  (func (export "_initialize"))
  (func (export "abi_version") (result i32) (i32.const ABI))
  (func (export "alloc") (param $n i32) (result i32)
    (if (i32.gt_u (local.get $n) (i32.const 0x10000)) (then (return (i32.const 0))))
    (global.get $buffer))
  (func (export "release") (param $p i32)
    (if (global.get $hostile_release) (then
      (drop (call $host_call (i32.const 1) (i32.const -1) (i32.const -1) (i32.const -1) (i32.const -1)))
      (drop (call $host_take (i32.const -1) (i32.const -1)))
      (global.set $hostile_release (i32.const 0)))))

  ;; what START names runs while the host still instantiates the module
  (func $begin
    (drop (call $host_call (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0x21020) (i32.const 64)))
    (drop (call $host_call (i32.const 2) (i32.const 0x10000) (i32.const 4) (i32.const 0x21020) (i32.const 64)))
    (drop (call $file_read (i32.const 0x10000) (i32.const 4) (i64.const 0) (i32.const 0x3ffff) (i32.const 64)))
    (drop (call $host_take (i32.const 0x3ffff) (i32.const 4096)))
    (drop (call $poll (i64.const 1) (i64.const 2))))
  START

  (func (export "call") (param $op i32) (param $p i32) (param $n i32) (result i64)
    (local $action i32) (local $i i32) (local $r i64)
    (i32.store (i32.const 0x20000) (i32.const 16))
    (i64.store (i32.const 0x20004) (i64.load (i32.const 0x100)))
    (i64.store (i32.const 0x2000c) (i64.load (i32.const 0x108)))
    ;; an empty request: the header alone
    (if (i32.eqz (local.get $n)) (then (return (i64.const 0x2000000000014))))
    ;; the places of answers are full of 0xaa, so that a write shows
    (local.set $i (i32.const 0x20014))
    (loop $fill
      (i32.store (local.get $i) (i32.const 0xaaaaaaaa))
      (local.set $i (i32.add (local.get $i) (i32.const 4)))
      (br_if $fill (i32.lt_u (local.get $i) (i32.const 0x22020))))
    (local.set $action (i32.load8_u (local.get $p)))
    ;; 1: host_call; u32 call, p, n, out, cap at 4
    (if (i32.eq (local.get $action) (i32.const 1)) (then
      (local.set $r (call $host_call (i32.load offset=4 (local.get $p)) (i32.load offset=8 (local.get $p))
        (i32.load offset=12 (local.get $p)) (i32.load offset=16 (local.get $p)) (i32.load offset=20 (local.get $p))))))
    ;; 2: file_read; u32 p, n at 4, i64 offset at 12, u32 out, cap at 20
    (if (i32.eq (local.get $action) (i32.const 2)) (then
      (local.set $r (call $file_read (i32.load offset=4 (local.get $p)) (i32.load offset=8 (local.get $p))
        (i64.load offset=12 (local.get $p)) (i32.load offset=20 (local.get $p)) (i32.load offset=24 (local.get $p))))))
    ;; 3: host_take; u32 out, cap at 4
    (if (i32.eq (local.get $action) (i32.const 3)) (then
      (local.set $r (i64.extend_i32_u (call $host_take (i32.load offset=4 (local.get $p)) (i32.load offset=8 (local.get $p)))))))
    ;; 4: poll; i64 done, total at 4
    (if (i32.eq (local.get $action) (i32.const 4)) (then
      (local.set $r (i64.extend_i32_u (call $poll (i64.load offset=4 (local.get $p)) (i64.load offset=12 (local.get $p)))))))
    ;; 5: a trap
    (if (i32.eq (local.get $action) (i32.const 5)) (then unreachable))
    ;; 6: the i64 at 4 is the result of call
    (if (i32.eq (local.get $action) (i32.const 6)) (then (return (i64.load offset=4 (local.get $p)))))
    ;; 7: takes memory until it gets no more; the number of its pages
    (if (i32.eq (local.get $action) (i32.const 7)) (then
      (loop $more (br_if $more (i32.ne (memory.grow (i32.const 64)) (i32.const -1))))
      (local.set $r (i64.extend_i32_u (memory.size)))))
    ;; 8: from now on alloc answers the u32 at 4
    (if (i32.eq (local.get $action) (i32.const 8)) (then
      (global.set $buffer (i32.load offset=4 (local.get $p))) (local.set $r (i64.const 0))))
    ;; 9: the next release calls its host with wrong addresses
    (if (i32.eq (local.get $action) (i32.const 9)) (then
      (global.set $hostile_release (i32.const 1)) (local.set $r (i64.const 0))))
    ;; 10: host_call as often as the u32 at 24 says, and its arguments as for 1
    (if (i32.eq (local.get $action) (i32.const 10)) (then
      (local.set $i (i32.load offset=24 (local.get $p)))
      (loop $again
        (local.set $r (call $host_call (i32.load offset=4 (local.get $p)) (i32.load offset=8 (local.get $p))
          (i32.load offset=12 (local.get $p)) (i32.load offset=16 (local.get $p)) (i32.load offset=20 (local.get $p))))
        (local.set $i (i32.sub (local.get $i) (i32.const 1)))
        (br_if $again (i32.gt_s (local.get $i) (i32.const 0))))))
    ;; 11: host_call twice, with arguments at 4 and 28; the u32 at 24 is where the first answer's i64 goes in between
    (if (i32.eq (local.get $action) (i32.const 11)) (then
      (local.set $r (call $host_call (i32.load offset=4 (local.get $p)) (i32.load offset=8 (local.get $p))
        (i32.load offset=12 (local.get $p)) (i32.load offset=16 (local.get $p)) (i32.load offset=20 (local.get $p))))
      (if (i64.eq (local.get $r) (i64.const 8)) (then
        (i64.store (i32.load offset=24 (local.get $p)) (i64.load (i32.load offset=16 (local.get $p))))
        (local.set $r (call $host_call (i32.load offset=28 (local.get $p)) (i32.load offset=32 (local.get $p))
          (i32.load offset=36 (local.get $p)) (i32.load offset=40 (local.get $p)) (i32.load offset=44 (local.get $p))))))))
    (i64.store (i32.const 0x20014) (local.get $r))
    (i32.store (i32.const 0x2001c) (call $host_take (i32.const 0x20020) (i32.const 4096)))
    (i64.const 0x2000000002020)))
