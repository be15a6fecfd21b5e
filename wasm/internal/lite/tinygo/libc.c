// What TinyGo's runtime calls of a C library, so that the module needs none.

typedef __SIZE_TYPE__ size_t;

// The builtins become memory.copy and memory.fill.
void *memcpy(void *to, const void *from, size_t n) { return __builtin_memcpy(to, from, n); }
void *memmove(void *to, const void *from, size_t n) { return __builtin_memmove(to, from, n); }
void *memset(void *to, int value, size_t n) { return __builtin_memset(to, value, n); }

int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (; n; n--, x++, y++)
    if (*x != *y) return *x - *y;
  return 0;
}

static int problem;
int *__errno_location(void) { return &problem; }

// Only the seeds of maps are random, and they do not reach a result.
unsigned arc4random(void) {
  static unsigned state = 2463534242u;
  state ^= state << 13;
  state ^= state >> 17;
  return state ^= state << 5;
}

void __stdio_exit(void) {}
