import "server-only";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { contentDisposition } from "@/lib/files/names";
import { parseRange } from "@/lib/files/range";
import { backupFile } from "./files";

/** The bytes of an archive as a download, whole or the rest of one that broke off. */
export async function openBackup(
  { fileName, size, sha256 }: { fileName: string; size: number; sha256: string | null },
  request: Request,
): Promise<Response> {
  const headers = new Headers({
    "content-type": "application/x-tar",
    "content-disposition": contentDisposition("attachment", fileName),
    "cache-control": "private, no-store, no-transform",
    "accept-ranges": "bytes",
    ...(sha256 ? { etag: `"${sha256}"` } : {}),
  });
  const range = parseRange(request.headers.get("range"), size);
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  if (range) headers.set("content-range", `bytes ${range.start}-${range.end}/${size}`);
  headers.set("content-length", String(range ? range.end - range.start + 1 : size));
  const file = await open(backupFile(fileName), "r");
  const bytes = Readable.toWeb(file.createReadStream(range ?? {})) as ReadableStream<Uint8Array>;
  return new Response(bytes, { status: range ? 206 : 200, headers });
}
