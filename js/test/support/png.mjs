// Pictures of pages: how bright their parts are.
import { inflateSync } from "node:zlib";

/** The rows of a PNG as they are drawn: bytes of red, green and blue, with or without alpha. */
function rowsOf(png) {
  const parts = [];
  for (let i = 8; i < png.length; i += 12 + png.readUInt32BE(i)) {
    if (png.toString("latin1", i + 4, i + 8) === "IDAT") parts.push(png.subarray(i + 8, i + 8 + png.readUInt32BE(i)));
  }
  const [width, height, channels] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3];
  const data = inflateSync(Buffer.concat(parts));
  const line = width * channels;
  const rows = [];
  for (let y = 0, above = new Uint8Array(line); y < height; y++) rows.push((above = unfiltered(data.subarray(y * (line + 1), (y + 1) * (line + 1)), above, channels)));
  return { width, height, channels, rows };
}

/** A line without its filter. */
function unfiltered(line, above, channels) {
  const out = new Uint8Array(line.length - 1);
  for (let i = 0; i < out.length; i++) {
    const [left, up, corner] = [out[i - channels] ?? 0, above[i], above[i - channels] ?? 0];
    const guess = left + up - corner;
    const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
    const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
    out[i] = line[i + 1] + [0, left, up, (left + up) >> 1, paeth][line[0]];
  }
  return out;
}

/** How bright a picture is in each part of a raster, 0 to 255, row by row. */
export function brightness(png, columns, lines) {
  const { width, height, channels, rows } = rowsOf(png);
  const out = [];
  for (let v = 0; v < lines; v++) {
    for (let u = 0; u < columns; u++) {
      let [sum, n] = [0, 0];
      for (let y = Math.floor((v * height) / lines); y < Math.floor(((v + 1) * height) / lines); y++) {
        for (let x = Math.floor((u * width) / columns); x < Math.floor(((u + 1) * width) / columns); x++, n += 3) {
          for (let c = 0; c < 3; c++) sum += rows[y][x * channels + c];
        }
      }
      out.push(Math.round(sum / n));
    }
  }
  return out;
}
