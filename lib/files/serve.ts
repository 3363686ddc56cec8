import "server-only";
import { Readable } from "node:stream";
import type { ReadableFile } from "@/db/queries/files/files";
import { FILE_POLICY } from "@/lib/config/security-headers";
import { contentDisposition } from "./names";
import { parseRange } from "./range";
import { fileStore } from "./storage";

/** Shown in place; anything else is saved, so that no upload runs on our origin (SECURITY rule 13). */
export const INLINE_PICTURES: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** The bytes of a file as an answer: whole, or one range of them. */
export async function serveFile(file: ReadableFile, request: Request): Promise<Response> {
  const etag = `"${file.sha256}"`;
  const headers = new Headers({
    "content-type": file.type === "text/plain" ? "text/plain; charset=utf-8" : file.type,
    "content-disposition": contentDisposition(INLINE_PICTURES.includes(file.type) ? "inline" : "attachment", file.name),
    "content-security-policy": FILE_POLICY,
    "cache-control": file.isPublic ? "public, max-age=300" : "private, no-store",
    "accept-ranges": "bytes",
    etag,
  });
  const ifRange = request.headers.get("if-range");
  const range = ifRange === null || ifRange === etag ? parseRange(request.headers.get("range"), file.size) : null;
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  if (range) headers.set("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
  headers.set("content-length", String(range ? range.end - range.start + 1 : file.size));
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const bytes = await (await fileStore()).read(file.storageKey, range ?? undefined);
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, { status, headers });
}

/** An archive as an answer, saved under its name; `size` where it is known before all of it is sent. */
export function serveArchive(content: Readable, name: string, size?: number): Response {
  const headers = new Headers({
    "content-type": "application/zip",
    "content-disposition": contentDisposition("attachment", name),
    "cache-control": "private, no-store, no-transform",
  });
  if (size !== undefined) headers.set("content-length", String(size));
  return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, { headers });
}
