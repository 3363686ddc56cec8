// Documents whose text and pictures must outlive backup, restore, move and crashes: made here, and opened at a citation.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import "../../scripts/lib/product-modules.mjs";
import { until } from "./product.mjs";

/** What reading may take on a busy machine, on top of the lease a dead process left. */
const READ_MS = 180_000;
const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex");
export const quoteHash = (quote) => hashOf(quote.replace(/\s+/gu, ""));

export async function uploadDocument(api, url, name, bytes) {
  const body = new FormData();
  body.set("file", new Blob([bytes]), name);
  const response = await fetch(`${url}/api/documents`, {
    method: "POST",
    headers: { authorization: api.token },
    body,
  });
  const { code, data, message } = await response.json();
  if (code !== 200) throw Object.assign(new Error(message), { code });
  return data;
}

/** A Word file with a picture and a text of several pieces, read to the end. */
export async function makeDocuments(api, url) {
  const { pictureDocx } = await import("../factories/picture-docx.ts");
  const long = Array.from(
    { length: 3000 },
    (_, n) => `Clause ${n}: the rent of room ${n} is ${n * 7} euros. 第 ${n} 条。`,
  );
  await uploadDocument(api, url, "picture.docx", pictureDocx("The picture shows a bridge."));
  await uploadDocument(api, url, "租约.txt", long.join("\n"));
  await documentsRead(api, url);
}

/** Waits until nothing is read any more; fails when a document could not be. */
export async function documentsRead(api, url) {
  await until(async () => {
    const { items } = await api.get(`${url}/api/documents?pageSize=100`);
    for (const { name, parse } of items) assert.equal(parse.failure, null, `${name}: ${parse.failure?.error}`);
    return items.every(({ parse }) => parse.status === "ready");
  }, READ_MS);
}

/** Each document opened at a citation of its last words: its text, its pictures, and what the citation is worth. */
export async function readDocuments(api, url) {
  const { items } = await api.get(`${url}/api/documents?pageSize=100`);
  const read = items.map((item) => openDocument(api, url, item));
  return (await Promise.all(read)).sort((a, b) => a.name.localeCompare(b.name));
}

export async function openDocument(api, url, { versionId, name }) {
  const at = `${url}/api/reader/${versionId}`;
  const document = await api.get(at);
  const pieces = [];
  for (const { number } of document.pieces) pieces.push(await api.get(`${at}/pieces/${number}`));
  const text = pieces.map((piece) => piece.text).join("");
  const quote = text.trimEnd().slice(-30);
  const from = text.lastIndexOf(quote);
  const citation = {
    versionId,
    parser: document.parser,
    from,
    to: from + quote.length,
    quote,
    quoteHash: quoteHash(quote),
  };
  const [resolved] = await api.post(`${url}/api/reader/resolve`, { citations: [citation] });
  const pictures = [];
  for (const block of pieces.flatMap(({ blocks }) => blocks)) {
    if (block.kind !== "image") continue;
    const response = await fetch(`${at}/images/${block.image}`, { headers: { authorization: api.token } });
    assert.equal(response.status, 200, `${name}: ${block.image}`);
    pictures.push(hashOf(Buffer.from(await response.arrayBuffer())));
  }
  assert.equal(resolved.state, "exact", `${name}: the citation is ${resolved.state}`);
  return {
    name,
    versionId,
    text: hashOf(text),
    pieces: pieces.length,
    pictures,
    resolved: { ...resolved, rects: undefined },
  };
}
