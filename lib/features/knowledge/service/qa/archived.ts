import "server-only";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import { insertQas, listWholeQas } from "@/db/queries/knowledge/qas";
import type { Actor } from "@/lib/auth/actor";
import { enqueue } from "@/lib/jobs/boss";
import { bareText } from "@/lib/text/terms";
import type { ArchivedQa } from "../../base-archive";
import { QA_MAX } from "../../limits";
import { phrasesOf } from "./scope";
import { makeQaVectors } from "./vectors";

/** Pairs of a base as an archive has them. The caller has asked for the right to the base. */
export async function archivedQas(baseId: string): Promise<ArchivedQa[]> {
  const rows = await listWholeQas(db(), { baseId }, { after: null, limit: QA_MAX });
  return rows.map(({ question, answer, synonyms, validFrom, validUntil, state }) => ({
    ...{ question, answer, synonyms, state },
    validFrom: validFrom?.toISOString() ?? null,
    validUntil: validUntil?.toISOString() ?? null,
  }));
}

type Prepared = ReturnType<typeof prepareQas>;

/** Pairs of an archive with what they are found by; a question that stands twice is taken once. Outside of transactions: it takes a while. */
export function prepareQas(pairs: readonly ArchivedQa[]) {
  const taken = new Set<string>();
  const isNew = (text: string) => {
    const bare = bareText(text);
    if (bare === "" || taken.has(bare)) return false;
    taken.add(bare);
    return true;
  };
  return pairs.flatMap(({ validFrom, validUntil, ...pair }) => {
    if (!isNew(pair.question) || pair.answer.trim() === "") return [];
    const words = { ...pair, synonyms: pair.synonyms.filter(isNew) };
    const [from, until] = [validFrom, validUntil].map((moment) => (moment === null ? null : new Date(moment)));
    return [{ ...words, validFrom: from ?? null, validUntil: until ?? null, phrases: phrasesOf(words) }];
  });
}

/** Makes them pairs of a base that is new, in the importer's name. */
export async function insertArchivedQas(
  tx: Transaction,
  actor: Actor,
  { baseId, prepared }: { baseId: string; prepared: Prepared },
): Promise<void> {
  if (prepared.length === 0) return;
  const of = { baseId, authorId: actor.id, origin: "imported" } as const;
  const rows = prepared.map((pair) => ({ ...pair, ...of, id: v7() }));
  for (let at = 0; at < rows.length; at += 500) await insertQas(tx, rows.slice(at, at + 500));
  await enqueue(tx, makeQaVectors, { baseId, authorId: actor.id });
}
