import "server-only";
import type { Actor } from "@/lib/auth/actor";
import type { ReaderHitDto } from "@/lib/parsing/reader-dto";
import { readPiece } from "@/lib/parsing/store";
import type { ParsedIndex } from "@/lib/parsing/types";
import type { ReaderSearchDto } from "../dto";
import { HITS_MAX, SEARCH_MAX } from "../limits";
import { findAll } from "../normalise";
import { parsedVersion } from "./read";

/** Characters kept from the piece before, so that words over the seam are found: white space may stretch them. */
const SEAM = SEARCH_MAX * 4;
const AROUND = 40;

/** Where the words stand in a version's text, at most 200 places; piece by piece, so that a long book holds nobody up. */
export async function searchDocument(
  actor: Actor,
  versionId: string,
  words: string,
  signal: AbortSignal,
): Promise<ReaderSearchDto> {
  const { index } = await parsedVersion(actor, versionId);
  const hits: ReaderHitDto[] = [];
  let tail = "";
  let done = 0;
  for (const { number } of index.pieces) {
    if (signal.aborted) break;
    const piece = await readPiece(versionId, number);
    if (!piece) continue;
    const start = piece.from - tail.length;
    const text = tail + piece.text;
    for (const found of findAll(text, words)) {
      const from = start + found.from;
      const to = start + found.to;
      // Whole in the piece before: counted there.
      if (to <= piece.from || from < done) continue;
      if (hits.length === HITS_MAX) return { hits, more: true };
      hits.push({ from, to, part: partAt(index, from), ...around(text, found.from, found.to) });
      done = to;
    }
    tail = text.slice(-SEAM);
  }
  return { hits, more: false };
}

function around(text: string, from: number, to: number): { before: string; after: string } {
  const oneLine = (part: string) => part.replace(/\s+/g, " ");
  return {
    before: oneLine(text.slice(Math.max(0, from - AROUND), from)).trimStart(),
    after: oneLine(text.slice(to, to + AROUND)).trimEnd(),
  };
}

function partAt({ parts }: ParsedIndex, at: number): number {
  return (parts.find(({ to }) => at < to) ?? parts.at(-1))?.number ?? 1;
}
