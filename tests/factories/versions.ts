import { v7 } from "uuid";
import { db } from "@/db/client";
import { files, fileVersions } from "@/db/schema/files";
import type { Piece, TextBlock } from "@/lib/parsing/types";

/** A file version of a person, without bytes: for what works on its text. */
export async function makeVersion(ownerId: string, name = "text.txt") {
  const [fileId, versionId] = [v7(), v7()];
  await db().insert(files).values({ id: fileId, ownerId, name, status: "uploaded", currentVersionId: versionId });
  await db()
    .insert(fileVersions)
    .values({ id: versionId, fileId, sha256: versionId, size: 1, type: "text/plain", storageKey: versionId });
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
    pieces.push({ number: pieces.length + 1, from: begin, to: begin + text.length, text, blocks });
  }
  const text = pieces.map((piece) => piece.text).join("");
  const index = {
    characters: text.length,
    pieces: pieces.map(({ number, from, to }) => ({ number, from, to, part: 1, partTo: 1 })),
  };
  return { text, index, pieces, readPiece: async (number: number) => pieces[number - 1]! };
}
