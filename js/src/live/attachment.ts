// Files that go with a prompt.
import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { basename, extname, join, relative, sep } from "node:path";
import { exactText, utf8 } from "../wire/bytes.js";
import { HeddleError } from "../wire/errors.js";
import type { Json } from "../wire/types.gen.js";
import type { PromptFile } from "./types.js";

const MAX_BYTES = 32 * 1024 * 1024;

const mediaTypes: Record<string, string> = {
  ".csv": "text/csv",
  ".gif": "image/gif",
  ".htm": "text/html",
  ".html": "text/html",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".json": "application/json",
  ".md": "text/markdown",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".webp": "image/webp",
  ".xml": "text/xml",
};

/** Returns an attachment as live.command takes it. `folder` is where files may be read. */
export async function encodeAttachment(a: PromptFile, folder: string | undefined): Promise<Json> {
  const data = typeof a.data === "string" ? utf8(a.data) : (a.data ?? (await readAttachment(a.path, folder)));
  if (data.length > MAX_BYTES) throw new HeddleError("LIMIT_EXCEEDED", "an attachment is larger than 32 MiB");
  const name = a.name ?? basename((a.path ?? "").replaceAll("\\", "/"));
  const text = exactText(data);
  const mediaType = a.mediaType ?? mediaTypes[extname(name).toLowerCase()] ?? (text === undefined ? "application/octet-stream" : "text/plain");
  const content = mediaType.startsWith("text/") ? (text ?? new TextDecoder().decode(data)) : Buffer.from(data.buffer, data.byteOffset, data.length).toString("base64");
  return { data: content, mediaType, name };
}

/** Reads a file of the granted folder; links that lead out of it are refused. */
async function readAttachment(path: string | undefined, folder: string | undefined): Promise<Uint8Array> {
  if (path === undefined) throw new HeddleError("INVALID_ARGUMENT", "an attachment needs data or a path");
  if (folder === undefined) {
    throw new HeddleError("PERMISSION_DENIED", "no folder is granted for attachments by path", { hint: "set the option attachments of startAgent, or pass data" });
  }
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, path));
    const below = relative(root, file);
    if (below === ".." || below.startsWith(".." + sep) || below === file) {
      throw new HeddleError("PERMISSION_DENIED", `the attachment ${path} is outside the granted folder`);
    }
    const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const info = await handle.stat();
      if (!info.isFile()) throw new HeddleError("INVALID_ARGUMENT", `the attachment ${path} is not a file`);
      if (info.size > MAX_BYTES) throw new HeddleError("LIMIT_EXCEEDED", "an attachment is larger than 32 MiB");
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (err) {
    if (err instanceof HeddleError) throw err;
    throw new HeddleError("IO_ERROR", `the attachment ${path} cannot be read: ${(err as Error).message}`, { cause: err });
  }
}
