import "server-only";
import { db, type Queryable, type Transaction } from "@/db/client";
import { lockRecord } from "@/db/queries/editing/editing";
import type { BaseRow } from "@/db/queries/knowledge/bases";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { P } from "@/lib/permissions/codes";
import { wordsKey } from "@/lib/text/words-key";
import { requireBase } from "../bases";
import { lookupTerms, readQuestion } from "./question-words";

/** Where pairs belong: to a base, or to the center. */
export interface QaScope {
  baseId: string | null;
  base: BaseRow | null;
}

/** Pairs of a base for who manages it, the center's for who manages the center. Throws noPermission, notFound. */
export async function requireScope(actor: Actor, baseId: string | null | undefined, at?: Queryable): Promise<QaScope> {
  if (!baseId) {
    requirePermission(actor, P.KB_CENTER);
    return { baseId: null, base: null };
  }
  requirePermission(actor, P.KB_MANAGE);
  return { baseId, base: await requireBase(actor, baseId, "manage", at ?? db()) };
}

/** Pairs of a scope are added one after the other until the transaction ends: none twice, and no more than there may be. */
export const lockScope = (tx: Transaction, { baseId }: Pick<QaScope, "baseId">) =>
  lockRecord(tx, `knowledgeQas:${baseId ?? "center"}`);

/** The questions a pair answers, as they are looked up. */
export const phrasesOf = ({ question, synonyms }: { question: string; synonyms: readonly string[] }) =>
  [question, ...synonyms].map((text) => ({ key: wordsKey(text), terms: lookupTerms(readQuestion(text)) }));

export const qaTarget = ({ id, question }: { id: string; question: string }) => ({
  type: "knowledgeQa",
  id,
  name: question,
});
