import "server-only";
import { z } from "zod";
import { db, type Queryable } from "@/db/client";
import { listPlacedFiles } from "@/db/queries/knowledge/qa-places";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import type { Citation } from "@/lib/citations/dto";
import { locate, quoteHash } from "@/lib/citations/locate";
import { AppError } from "@/lib/errors/errors";
import { citationAt } from "@/lib/grounding/grounding";
import { log } from "@/lib/log";
import { readIndex, readText } from "@/lib/parsing/store";
import { P } from "@/lib/permissions/codes";
import { keptText } from "@/lib/text/line";
import type { QaPlaceDto } from "../../qa-dto";
import type { QaQuote } from "../../qa-schema";
import { requireFile } from "../files";

/** A place as it is stored with a pair. */
export interface QaPlace {
  knowledgeFileId: string;
  versionId: string;
  from: number;
  to: number;
  quote: string;
}

const stored = z.array(
  z.object({ knowledgeFileId: z.uuid(), versionId: z.uuid(), from: z.int(), to: z.int(), quote: keptText }),
);

export const placesOf = (value: unknown): QaPlace[] => stored.catch([]).parse(value);

/** Places of files this person may read, with the names of these; the others by themselves. */
export async function readablePlaces(actor: Actor, places: readonly QaPlace[], at: Queryable = db()) {
  const files = await listPlacedFiles(at, subjectsOf(actor), places);
  const names = new Map(files.map(({ versionId, name }) => [versionId, name]));
  const shown: QaPlaceDto[] = [];
  const hidden: QaPlace[] = [];
  for (const place of places) {
    const fileName = names.get(place.versionId);
    if (fileName === undefined) hidden.push(place);
    else shown.push({ ...place, fileName });
  }
  return { shown, hidden };
}

type Wanted = Omit<QaPlace, "quote">;

/**
 * Places somebody names, with the words that stand there; those of a base lie in its files. Throws invalidInput at the field
 * for a place they may not read, or that is none.
 */
export async function checkedPlaces(
  actor: Actor,
  baseId: string | null,
  wanted: readonly Wanted[],
): Promise<QaPlace[]> {
  if (wanted.length === 0) return [];
  const files = await listPlacedFiles(db(), subjectsOf(actor), wanted);
  const invalid = () => new AppError("invalidInput", { data: { fields: { citations: "invalid" } } });
  const places: QaPlace[] = [];
  for (const place of wanted) {
    const file = files.find(({ id, versionId }) => id === place.knowledgeFileId && versionId === place.versionId);
    if (!file || (baseId !== null && file.baseId !== baseId) || place.from >= place.to) throw invalid();
    const quote = await readText(place.versionId, place.from, place.to);
    if (quote.trim() === "") throw invalid();
    places.push({ ...place, quote });
  }
  return places;
}

/** Where words stand in the version of a base's file that answers. Throws notFound, invalidInput at the field where they do not. */
export async function findPlace(actor: Actor, { knowledgeFileId, quote }: QaQuote): Promise<QaPlaceDto> {
  requirePermission(actor, P.KB_MANAGE, P.KB_CENTER);
  const { file } = await requireFile(actor, knowledgeFileId, "view");
  const versionId = file.readyVersionId;
  const index = versionId && (await readIndex(versionId));
  const end = index ? (index.pieces.at(-1)?.to ?? 0) : 0;
  const text = versionId && end > 0 ? await readText(versionId, 0, end) : "";
  const range = locate(text, quote.trim(), { foldCase: true });
  if (!versionId || !range) throw new AppError("invalidInput", { data: { fields: { quote: "quoteMissing" } } });
  const words = text.slice(range.from, range.to);
  return { knowledgeFileId, versionId, ...range, quote: words, fileName: file.name };
}

/** Places of a pair as citations of an answer: of files its reader may read, where the words still stand. */
export async function citationsOf(actor: Actor, places: readonly QaPlace[]): Promise<Citation[]> {
  const files = await listPlacedFiles(db(), subjectsOf(actor), places);
  const citations: Citation[] = [];
  for (const { versionId, from, to, quote } of places) {
    const file = files.find((one) => one.versionId === versionId);
    if (!file) continue;
    try {
      const index = await readIndex(versionId);
      if (!index) continue;
      const { fileId, name, format } = file;
      const number = citations.length + 1;
      const source = { fileId, versionId, name, format, setId: "", tokens: 0 };
      const citation = await citationAt(source, index, { id: number, number, from, to });
      if (citation.quoteHash === quoteHash(quote)) citations.push({ ...citation, supported: null });
    } catch (err) {
      // A place that cannot be read now must not cost the answer.
      log().warn({ err, versionId }, "place of a curated answer not read");
    }
  }
  return citations;
}
