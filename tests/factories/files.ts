import { createHash } from "node:crypto";
import { POST as uploadRoute } from "@/app/api/files/route";
import type { UploadedFile } from "@/lib/files/dto";
import { call } from "./call";

export const BOUNDARY = "----boundary-of-a-test";
export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

interface Part {
  name: string;
  /** Makes it a file part; `raw` goes into the header as it is. */
  filename?: string;
  bytes: string | Uint8Array;
  /** Of a file part. */
  type?: string;
}

/** A multipart body, written by hand so that hostile names reach the parser untouched. */
export function multipart(parts: Part[], { end = true } = {}): Buffer {
  const pieces = parts.flatMap(({ name, filename, bytes, type = "application/pdf" }) => {
    const file = filename === undefined ? "" : `; filename="${filename}"\r\nContent-Type: ${type}`;
    return [
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`,
      bytes as Uint8Array,
      "\r\n",
    ];
  });
  return Buffer.concat([...pieces, end ? `--${BOUNDARY}--\r\n` : ""].map((piece) => Buffer.from(piece as string)));
}

interface UploadOptions {
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Uploads through the handler. */
export function upload(token: string, name: string, bytes: string | Uint8Array, options: UploadOptions = {}) {
  const fields = Object.entries(options.fields ?? {}).map(([field, value]) => ({ name: field, bytes: value }));
  return post(token, multipart([{ name: "file", filename: name, bytes }, ...fields]), options.headers);
}

export function post(token: string, raw: BodyInit | Buffer, headers: Record<string, string> = {}): Promise<Response> {
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  return call(uploadRoute, { token, raw: raw as BodyInit, headers: { "content-type": type, ...headers } });
}

/** An uploaded file of a person; fails the test when the upload is refused. */
export async function makeFile(token: string, name = "report.txt", bytes: string | Uint8Array = "hello") {
  const response = await upload(token, name, bytes);
  if (response.status !== 200) throw new Error(`upload refused: ${await response.text()}`);
  return ((await response.json()) as { data: UploadedFile }).data;
}
