import { gzipSync } from "node:zlib";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { findSliceSet, makeReady } from "@/db/queries/retrieval/retrieval";
import { files, fileVersions } from "@/db/schema/files";
import { parsedVersions } from "@/db/schema/parsing";
import { fileStore } from "@/lib/files/storage";
import { PieceWriter } from "@/lib/parsing/store";
import type { Piece, TextBlock } from "@/lib/parsing/types";
import { embedSet } from "@/lib/retrieval/build";

/** A file version of a person, without bytes: for what works on its text. */
export async function makeVersion(ownerId: string, name = "text.txt") {
  const [fileId, versionId] = [v7(), v7()];
  await db().insert(files).values({ id: fileId, ownerId, name, status: "uploaded", currentVersionId: versionId });
  await db()
    .insert(fileVersions)
    .values({
      id: versionId,
      fileId,
      sha256: versionId,
      size: 1,
      type: "text/plain",
      storageKey: versionId.replaceAll("-", "").padEnd(64, "0"),
    });
  return { fileId, versionId };
}

/** Paragraphs as a parsed document; `# ` begins a heading. `perPiece` of them lie in each piece. */
export function parsedText(paragraphs: readonly string[], perPiece = 3) {
  const pieces: Piece[] = [];
  let from = 0;
  for (let first = 0; first < paragraphs.length; first += perPiece) {
    const begin = from;
    const blocks: TextBlock[] = paragraphs.slice(first, first + perPiece).map((paragraph, at) => {
      const isHeading = paragraph.startsWith("# ");
      const text = isHeading ? paragraph.slice(2) : paragraph;
      const block: TextBlock = {
        kind: isHeading ? "heading" : "paragraph",
        from,
        to: from + text.length,
        part: 1,
        paragraph: first + at + 1,
        ...(isHeading ? { level: 1 } : {}),
      };
      from = block.to + 1;
      return block;
    });
    const text = paragraphs
      .slice(first, first + perPiece)
      .map((paragraph) => `${paragraph.replace(/^# /, "")}\n`)
      .join("");
    pieces.push({ number: pieces.length, from: begin, to: begin + text.length, text, blocks });
  }
  const text = pieces.map((piece) => piece.text).join("");
  const index = {
    characters: text.length,
    pieces: pieces.map(({ number, from, to }) => ({ number, from, to, part: 1, partTo: 1 })),
  };
  return { text, index, pieces, readPiece: async (number: number) => pieces[number]! };
}

/** Stores a text as what reading a version gave. */
export async function storeParsed(versionId: string, { text, pieces }: ReturnType<typeof parsedText>, parser = 1) {
  const storageKey = versionId.replaceAll("-", "").padEnd(64, "0");
  const run = v7();
  const writer = new PieceWriter(await fileStore(), storageKey, run);
  for (const piece of pieces) await writer.piece(piece.number, gzipSync(JSON.stringify(piece)));
  const index = {
    run,
    parser,
    format: "txt" as const,
    title: "",
    language: "en",
    characters: text.length,
    parts: [{ kind: "section", number: 1, from: 0, to: text.length }],
    outline: [],
    pieces: pieces.map(({ number, from, to }) => ({ number, from, to, part: 1, partTo: 1 })),
    images: [],
    warnings: [],
  };
  const row = { versionId, status: "ready" as const, format: "txt" as const, parser, characters: text.length, index };
  await db()
    .insert(parsedVersions)
    .values(row)
    .onConflictDoUpdate({ target: parsedVersions.versionId, set: { parser, index, characters: text.length } });
}

/** Gives a set its vectors and makes it the one that answers, as the last steps of an ingestion do. */
export async function buildSet(input: Parameters<typeof embedSet>[0]): Promise<void> {
  await embedSet(input);
  const set = await findSliceSet(db(), input.setId);
  await db().transaction((tx) => makeReady(tx, set!));
}
