import { DELETE, GET, PATCH } from "@/app/api/files/uploads/[id]/route";
import { POST } from "@/app/api/files/uploads/route";
import { type CallOptions, call } from "./call";

const TUS = { "tus-resumable": "1.0.0" };

const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");

/** `Upload-Metadata` of these values. */
export const metadata = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(",");

interface Begin extends CallOptions {
  size?: number | string;
  purpose?: string;
}

/** Asks for a new upload. */
export function begin(token: string, { size = 10, purpose = "general", headers, ...more }: Begin = {}) {
  const asked = { ...TUS, "upload-length": String(size), "upload-metadata": metadata({ purpose }), ...headers };
  return call(POST, { token, method: "POST", headers: asked, ...more });
}

/** The id of a new upload; fails the test when it is refused. */
export async function begun(token: string, options: Begin = {}): Promise<string> {
  const response = await begin(token, options);
  const location = response.headers.get("location");
  if (response.status !== 201 || !location) throw new Error(`upload refused: ${await response.text()}`);
  return location.split("/").at(-1) ?? "";
}

const at = (id: string) => ({ params: { id } });

/** Sends a piece. */
export function piece(token: string, id: string, offset: number, raw: BodyInit, headers: Record<string, string> = {}) {
  const type = { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": String(offset) };
  return call(PATCH, { token, method: "PATCH", raw, headers: { ...type, ...headers }, ...at(id) });
}

/** Asks how far an upload is; `offset` is null when it is not there. */
export async function stateOf(token: string, id: string): Promise<{ status: number; offset: number | null }> {
  const response = await call(GET, { token, method: "HEAD", headers: TUS, ...at(id) });
  const offset = response.headers.get("upload-offset");
  await response.body?.cancel();
  return { status: response.status, offset: offset === null ? null : Number(offset) };
}

export const giveUp = (token: string, id: string) => call(DELETE, { token, method: "DELETE", headers: TUS, ...at(id) });
