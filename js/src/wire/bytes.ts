// A ByteString is a string with one character per byte (U+0000 to U+00FF).
// Paths are ByteStrings, because a file name need not be UTF-8. ByteStrings can
// be keys of a Map, and `<` orders them by bytes.
export type ByteString = string;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The UTF-8 bytes of a text; lone surrogates become U+FFFD. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** The text of UTF-8 bytes, each defect U+FFFD. */
export const text = (bytes: Uint8Array): string => decoder.decode(bytes);

/** The text of UTF-8 bytes, every character kept; undefined when they are not UTF-8. */
export function exactText(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The ByteString of bytes. */
export function byteString(bytes: Uint8Array): ByteString {
  let out = "";
  for (let i = 0; i < bytes.length; i += 4096) {
    out += String.fromCharCode.apply(null, bytes.subarray(i, i + 4096) as unknown as number[]); // spreading copies first
  }
  return out;
}

/** The bytes of a ByteString. */
export function bytesOf(s: ByteString): Uint8Array {
  const out = new Uint8Array(s.length);
  for (let i = 0; i < s.length; i++) out[i] = s.charCodeAt(i);
  return out;
}

/** The ByteString of a text's UTF-8 form. */
export const byteStringOf = (s: string): ByteString => byteString(utf8(s));

/** The text of a ByteString, for people to read. */
export const textOf = (s: ByteString): string => text(bytesOf(s));

/** Orders ByteStrings by their bytes. */
export const compare = (a: ByteString, b: ByteString): number => (a < b ? -1 : a > b ? 1 : 0);
