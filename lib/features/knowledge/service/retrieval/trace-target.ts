import "server-only";
import { db } from "@/db/client";
import { type AnsweringSetRow, listAnsweringSets } from "@/db/queries/knowledge/answering-sets";
import { findDisabledSlice, findSlice } from "@/db/queries/knowledge/slices";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { rankWords } from "@/lib/retrieval/lexical";
import { cut } from "@/lib/text/storable";
import { foldText, termsOf } from "@/lib/text/terms";
import type { RecallTrace } from "../../recall-test-schema";
import type { TraceCut, TraceDto } from "../../trace-dto";
import { requireFile } from "../files";
import type { Found } from "./found";
import { foundsOf } from "./stages";

/** Slices that are looked through for words. */
const LOOKED = 50;
/** Share of the words' terms a slice must have to be taken for the one that is meant. */
const LIKELY = 0.5;
const EXCERPT = 600;

export interface TraceTarget {
  slice: NonNullable<TraceDto["target"]>;
  /** What keeps it from every search. */
  out: Extract<TraceCut, "disabled" | "notYet" | "expired"> | null;
}

type Named = { id: string; by: TraceTarget["slice"]["by"] };

/**
 * The slice of a base that is asked about; of words the one that has them: among those that answer, then among those that are
 * switched off or whose file is outside its days, at last the one most like them. Null: none has. Throws notFound for a slice of
 * another base, or of a file that is kept from the person.
 */
export async function findTarget(
  actor: Actor,
  baseId: string,
  target: RecallTrace["target"],
): Promise<TraceTarget | null> {
  const named =
    "sliceId" in target ? { id: target.sliceId, by: "slice" as const } : await findWords(actor, baseId, target.words);
  if (!named) return null;
  const found = await findSlice(db(), named.id);
  if (!found) throw new AppError("notFound");
  const { file } = await requireFile(actor, found.fileId, "manage");
  if (file.baseId !== baseId) throw new AppError("notFound");
  const { slice, versionId } = found;
  const { part: page, from, heading, text } = slice;
  const place = { sliceId: named.id, fileId: file.id, fileName: file.name, versionId, page, from, heading };
  const [now, { validFrom, validUntil }] = [new Date(), file];
  const day = validFrom && validFrom > now ? "notYet" : validUntil && validUntil <= now ? "expired" : null;
  return {
    slice: { ...place, text: cut(text.trim(), EXCERPT), by: named.by },
    out: slice.isDisabled ? "disabled" : day,
  };
}

async function findWords(actor: Actor, baseId: string, words: string): Promise<Named | null> {
  const setsOf = (days: "inside" | "outside") => listAnsweringSets(subjectsOf(actor), [baseId], days);
  const answering = await setsOf("inside");
  const likely: Found[] = [];
  const look = async (sets: readonly AnsweringSetRow[]): Promise<Named | null> => {
    const { list } = await rankWords(sets, words, { limit: LOOKED });
    const found = await foundsOf({ sets }, list);
    likely.push(...found.slice(0, 1));
    const exact = found.find(({ hit }) => plain(hit.text).includes(plain(words)));
    return exact ? { id: exact.hit.sliceId, by: "exact" } : null;
  };
  const exact = await look(answering);
  if (exact) return exact;
  const outside = await setsOf("outside");
  const sets = [...answering, ...outside].map(({ id }) => id);
  const off = await findDisabledSlice(db(), sets, words);
  if (off) return { id: off.id, by: "exact" };
  const late = await look(outside);
  if (late) return late;
  const like = likely.find(({ hit }) => shareOf(words, hit.text) >= LIKELY);
  return like ? { id: like.hit.sliceId, by: "likely" } : null;
}

/** As people read it: line breaks and case of a copy say nothing. */
const plain = (text: string) => foldText(text).replace(/\s+/g, "");

function shareOf(words: string, text: string): number {
  const asked = new Set(termsOf(words));
  const has = new Set(termsOf(text));
  return asked.size === 0 ? 0 : [...asked].filter((term) => has.has(term)).length / asked.size;
}
