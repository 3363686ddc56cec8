import "server-only";
import { db } from "@/db/client";
import { findCitedVersion } from "@/db/queries/citations/citations";
import { STAGES } from "@/db/queries/parsing/parsing";
import type { Actor } from "@/lib/auth/actor";
import { readerOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { parseStates } from "@/lib/parsing/state";
import { readIndex, readPiece } from "@/lib/parsing/store";
import type { ParsedIndex, Piece } from "@/lib/parsing/types";
import type { Citation, ResolvedCitation } from "./dto";
import { Locator, quoteHash, type Range } from "./locate";
import { describePlace, pictureRects, rectsOf } from "./place";

/** What is needed of a citation to find it again; the rest is told anew, never taken over from whoever asks. */
export type StoredCitation = Pick<Citation, "versionId" | "parser" | "from" | "to" | "quote" | "quoteHash"> & {
  picture?: { name: string };
};

/** What a citation is worth now, for somebody. */
export async function resolveCitation(actor: Actor, citation: StoredCitation): Promise<ResolvedCitation> {
  const [resolved] = await resolveCitations(actor, [citation]);
  return resolved!;
}

/** The same for many; each version is read once. Versions the person may not read, or that are no more, are gone. */
export async function resolveCitations(
  actor: Actor,
  citations: readonly StoredCitation[],
): Promise<ResolvedCitation[]> {
  const resolved = new Map<StoredCitation, ResolvedCitation>();
  for (const [versionId, members] of Map.groupBy(citations, (citation) => citation.versionId)) {
    const answers = await resolveInVersion(actor, versionId, members);
    for (const [index, citation] of members.entries()) resolved.set(citation, answers[index]!);
  }
  return citations.map((citation) => resolved.get(citation) ?? { state: "gone" });
}

async function resolveInVersion(
  actor: Actor,
  versionId: string,
  citations: readonly StoredCitation[],
): Promise<ResolvedCitation[]> {
  const version = await findCitedVersion(db(), readerOf(actor), versionId);
  const index = version && (await readIndex(versionId));
  if (!version) return citations.map(() => ({ state: "gone" }));
  const { fileName, currentVersionId } = version;
  const replacedBy = currentVersionId && currentVersionId !== versionId ? { versionId: currentVersionId } : null;
  const lost = { state: "lost" as const, versionId, fileName, replacedBy };
  const reading = { ...lost, state: "reading" as const };
  if (!index) {
    const answer = (await isUnderWay(versionId)) ? reading : lost;
    return citations.map(() => answer);
  }
  try {
    return await locate(versionId, index, citations, { fileName, replacedBy });
  } catch (error) {
    // A part of the text is missing; the look at it has begun a new reading.
    if (error instanceof AppError && error.key === "documentNotReady") return citations.map(() => reading);
    throw error;
  }
}

async function isUnderWay(versionId: string): Promise<boolean> {
  const status = (await parseStates([versionId])).get(versionId)?.status;
  return STAGES.running.some((open) => open === status);
}

async function locate(
  versionId: string,
  index: ParsedIndex,
  citations: readonly StoredCitation[],
  about: { fileName: string; replacedBy: { versionId: string } | null },
): Promise<ResolvedCitation[]> {
  const ranges: ({ state: "exact" | "moved" } & Range)[] = [];
  const elsewhere: { at: number; quote: string }[] = [];
  for (const [at, citation] of citations.entries()) {
    if (citation.picture ? isPictured(index, citation) : await standsThere(versionId, index, citation))
      ranges[at] = { state: "exact", from: citation.from, to: citation.to };
    // Words that do not go with their hash were changed on the way: nothing is searched by them.
    else if (citation.quote && quoteHash(citation.quote) === citation.quoteHash)
      elsewhere.push({ at, quote: citation.quote });
  }
  const found = await findElsewhere(versionId, index, elsewhere);
  for (const [at, range] of found) ranges[at] = { state: "moved", ...range };
  const answers: ResolvedCitation[] = [];
  for (const at of citations.keys()) {
    const range = ranges[at];
    if (!range) {
      answers.push({ state: "lost", versionId, ...about });
      continue;
    }
    const pieces = await piecesOf(versionId, index, range);
    const { picture } = citations[at]!;
    const place = describePlace(index, pieces, range.from, picture?.name);
    const rects = picture ? pictureRects(index, pieces, picture.name) : rectsOf(pieces, range.from, range.to);
    answers.push({ ...range, versionId, ...about, place, rects });
  }
  return answers;
}

/** Names of pictures are those of one parser, as offsets are. */
const isPictured = (index: ParsedIndex, { picture, parser, from }: StoredCitation) =>
  parser === index.parser && from <= index.characters && index.images.some(({ name }) => name === picture?.name);

async function standsThere(versionId: string, index: ParsedIndex, citation: StoredCitation): Promise<boolean> {
  const { from, to, parser } = citation;
  if (parser !== index.parser || from >= to || to > index.characters) return false;
  return quoteHash(textIn(await piecesOf(versionId, index, citation), citation)) === citation.quoteHash;
}

async function piecesOf(versionId: string, index: ParsedIndex, { from, to }: Range): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const entry of index.pieces) {
    // A picture stands between two characters, and may end a piece.
    if (entry.to < from || entry.from > to || (from < to && (entry.to === from || entry.from === to))) continue;
    const piece = await readPiece(versionId, entry.number);
    if (piece) pieces.push(piece);
  }
  return pieces;
}

function textIn(pieces: readonly Piece[], { from, to }: Range): string {
  return pieces.map((piece) => piece.text.slice(Math.max(0, from - piece.from), Math.max(0, to - piece.from))).join("");
}

/** Quotes that stand in the whole version exactly once, by their number. One piece at a time, with the end of the last. */
async function findElsewhere(
  versionId: string,
  index: ParsedIndex,
  quotes: readonly { at: number; quote: string }[],
): Promise<Map<number, Range>> {
  const places = new Map<number, Map<number, Range>>(quotes.map(({ at }) => [at, new Map()]));
  if (quotes.length === 0) return new Map();
  // White space and hyphens of the text may make it longer than the quote.
  const reach = 2 * Math.max(...quotes.map(({ quote }) => quote.length)) + 100;
  let tail = "";
  for (const entry of index.pieces) {
    const piece = await readPiece(versionId, entry.number);
    if (!piece) continue;
    const base = piece.from - tail.length;
    const text = tail + piece.text;
    const locator = new Locator(text);
    for (const { at, quote } of quotes)
      for (const { from, to } of locator.places(quote))
        places.get(at)!.set(base + from, { from: base + from, to: base + to });
    tail = text.slice(-reach);
  }
  return new Map([...places].flatMap(([at, found]) => (found.size === 1 ? [[at, [...found.values()][0]!]] : [])));
}
