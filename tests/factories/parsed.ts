import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { files, fileVersions } from "@/db/schema/files";
import { parsedVersions } from "@/db/schema/parsing";
import { fileStore, newStorageKey } from "@/lib/files/storage";
import { PieceWriter, type StoredIndex } from "@/lib/parsing/store";
import type { Block } from "@/lib/parsing/types";
import { makeFile, sha256 } from "./files";

export interface ParsedFile {
  fileId: string;
  versionId: string;
  text: string;
}

/** A file of a person that was read: its paragraphs in two pieces, one picture. */
export async function makeParsed(token: string, paragraphs: string[], image?: Uint8Array): Promise<ParsedFile> {
  const file = await makeFile(token, "policy.txt", paragraphs.join("\n"));
  const [version] = await db().select().from(fileVersions).where(eq(fileVersions.fileId, file.id));
  const { id: versionId, storageKey } = version!;
  const text = paragraphs.map((paragraph) => `${paragraph}\n`).join("");
  const run = randomUUID();
  const writer = new PieceWriter(await fileStore(), storageKey, run);
  const seam = Math.floor(text.length / 2);
  const ranges = [
    { number: 0, from: 0, to: seam },
    { number: 1, from: seam, to: text.length },
  ];
  for (const { number, from, to } of ranges) {
    const words = text.slice(from, to);
    const blocks: Block[] = [{ kind: "paragraph", from, to, part: 1 }];
    await writer.piece(number, gzipSync(JSON.stringify({ number, from, to, text: words, blocks })));
  }
  if (image) await writer.image("1.png", image);
  const index: StoredIndex = {
    run,
    parser: 1,
    format: "txt",
    title: "",
    language: null,
    characters: text.length,
    parts: [{ kind: "section", number: 1, from: 0, to: text.length }],
    outline: [],
    pieces: ranges.map((range) => ({ ...range, part: 1, partTo: 1 })),
    images: image ? [{ name: "1.png", mediaType: "image/png", part: 1, at: 0 }] : [],
    warnings: [],
  };
  await db()
    .insert(parsedVersions)
    .values({ versionId, status: "ready", format: "txt", parser: 1, characters: text.length, parts: 1, index });
  return { fileId: file.id, versionId, text };
}

/** Replaces a file's content by a new version, as an upload of the same document does. */
export async function replaceVersion(fileId: string, bytes: string): Promise<string> {
  const id = v7();
  const storageKey = newStorageKey(fileId);
  await (await fileStore()).put(storageKey, Readable.from([Buffer.from(bytes)]));
  await db()
    .insert(fileVersions)
    .values({
      id,
      fileId,
      number: 2,
      sha256: sha256(Buffer.from(bytes)),
      size: bytes.length,
      type: "text/plain",
      storageKey,
    });
  await db().update(files).set({ currentVersionId: id }).where(eq(files.id, fileId));
  return id;
}
