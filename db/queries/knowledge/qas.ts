import { and, asc, count, desc, eq, gt, ilike, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { QA_STATES } from "@/lib/config/knowledge-kinds";
import type { Queryable, Transaction } from "../../client";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { knowledgeQas, qaPhrases } from "../../schema/knowledge";
import { users } from "../../schema/organisation";
import { type GrantedSubjects, isGranted } from "../permissions/grants";

/** `grants.resource_type` of the center's pairs of question and answer. */
export const QA_RESOURCE = "knowledge_qa";

type State = (typeof QA_STATES)[number];

/** Pairs of a base, or the center's. The caller asked for the right to them. */
export const ofScope = (baseId: string | null): SQL =>
  baseId === null ? isNull(knowledgeQas.baseId) : eq(knowledgeQas.baseId, baseId);

/** Between its days. */
export const isValidQa = and(
  or(isNull(knowledgeQas.validFrom), lte(knowledgeQas.validFrom, sql`now()`)),
  or(isNull(knowledgeQas.validUntil), gt(knowledgeQas.validUntil, sql`now()`)),
);

/** The center's pairs a person is answered by; one for its author alone is no one else's. */
export const visibleQa = (subjects: GrantedSubjects): SQL | undefined =>
  and(
    isNull(knowledgeQas.baseId),
    or(
      eq(knowledgeQas.visibility, "all"),
      eq(knowledgeQas.authorId, subjects.userId),
      and(
        eq(knowledgeQas.visibility, "partial"),
        isGranted(QA_RESOURCE, knowledgeQas.id, subjects, ["view", "manage"]),
      ),
    ),
  );

/** Characters of an answer in a list. */
const SHOWN = 300;

const columns = {
  id: knowledgeQas.id,
  baseId: knowledgeQas.baseId,
  question: knowledgeQas.question,
  synonyms: knowledgeQas.synonyms,
  validFrom: knowledgeQas.validFrom,
  validUntil: knowledgeQas.validUntil,
  visibility: knowledgeQas.visibility,
  state: knowledgeQas.state,
  origin: knowledgeQas.origin,
  authorId: knowledgeQas.authorId,
  authorName: users.name,
  createdAt: knowledgeQas.createdAt,
  updatedAt: knowledgeQas.updatedAt,
};

const listed = (db: Queryable) =>
  db
    .select({ ...columns, answer: sql<string>`left(${knowledgeQas.answer}, ${SHOWN})` })
    .from(knowledgeQas)
    .innerJoin(users, eq(users.id, knowledgeQas.authorId))
    .$dynamic();
export type QaRow = Awaited<ReturnType<typeof listed>>[number];

export interface QaFilter {
  baseId: string | null;
  keyword?: string;
  state?: State;
  authorId?: string;
}

function matching({ baseId, keyword, state, authorId }: QaFilter): SQL | undefined {
  const pattern = keyword ? likePattern(keyword) : null;
  return and(
    ofScope(baseId),
    state ? eq(knowledgeQas.state, state) : undefined,
    authorId ? eq(knowledgeQas.authorId, authorId) : undefined,
    pattern
      ? or(
          ilike(knowledgeQas.question, pattern),
          ilike(knowledgeQas.answer, pattern),
          ilike(sql`array_to_string(${knowledgeQas.synonyms}, ' ')`, pattern),
        )
      : undefined,
  );
}

const ORDER = {
  updated: [desc(knowledgeQas.updatedAt), desc(knowledgeQas.id)],
  created: [desc(knowledgeQas.createdAt), desc(knowledgeQas.id)],
  question: [asc(knowledgeQas.question), asc(knowledgeQas.id)],
} as const;

export function listQas(db: Queryable, filter: QaFilter, { sort, ...page }: Page & { sort: keyof typeof ORDER }) {
  return pageOf(db, listed(db).where(matching(filter)), page, ...ORDER[sort]);
}

/** Pairs in whole, in the order of their ids. */
export function listWholeQas(
  db: Queryable,
  filter: QaFilter,
  { after, limit }: { after: string | null; limit: number },
) {
  return db
    .select({ ...columns, answer: knowledgeQas.answer, citations: knowledgeQas.citations })
    .from(knowledgeQas)
    .innerJoin(users, eq(users.id, knowledgeQas.authorId))
    .where(and(matching(filter), after ? gt(knowledgeQas.id, after) : undefined))
    .orderBy(asc(knowledgeQas.id))
    .limit(limit);
}
export type WholeQaRow = Awaited<ReturnType<typeof listWholeQas>>[number];

/** How many pairs are in each state, whatever state the filter asks for. */
export async function countQaStates(db: Queryable, filter: QaFilter): Promise<Record<State | "all", number>> {
  const rows = await db
    .select({ state: knowledgeQas.state, count: count() })
    .from(knowledgeQas)
    .where(matching({ ...filter, state: undefined }))
    .groupBy(knowledgeQas.state);
  const counts = { all: 0, proposed: 0, active: 0, off: 0 };
  for (const { state, count: of } of rows) {
    counts[state] = of;
    counts.all += of;
  }
  return counts;
}

/** People who wrote pairs of a scope. */
export function listQaAuthors(db: Queryable, baseId: string | null) {
  return db
    .selectDistinct({ id: users.id, name: users.name })
    .from(knowledgeQas)
    .innerJoin(users, eq(users.id, knowledgeQas.authorId))
    .where(ofScope(baseId))
    .orderBy(asc(users.name), asc(users.id))
    .limit(100);
}

/** A pair in whole, whoever may see it: the caller asks for the right to its scope. */
export async function findQaRow(db: Queryable, id: string) {
  const [row] = await db
    .select({ ...columns, answer: knowledgeQas.answer, citations: knowledgeQas.citations })
    .from(knowledgeQas)
    .innerJoin(users, eq(users.id, knowledgeQas.authorId))
    .where(eq(knowledgeQas.id, id));
  return row ?? null;
}

export async function countQas(db: Queryable, baseId: string | null): Promise<number> {
  const [row] = await db.select({ count: count() }).from(knowledgeQas).where(ofScope(baseId));
  return row?.count ?? 0;
}

/** Pairs of some bases that answer or could, by base; proposed ones are not counted. */
export async function countQasOf(db: Queryable, baseIds: readonly string[]): Promise<Map<string, number>> {
  if (baseIds.length === 0) return new Map();
  const rows = await db
    .select({ baseId: knowledgeQas.baseId, count: count() })
    .from(knowledgeQas)
    .where(and(inArray(knowledgeQas.baseId, [...baseIds]), ne(knowledgeQas.state, "proposed")))
    .groupBy(knowledgeQas.baseId);
  return new Map(rows.map(({ baseId, count: of }) => [baseId!, of]));
}

/** Those of some keys that are questions of pairs of a scope already. */
export async function listTakenKeys(
  db: Queryable,
  baseId: string | null,
  keys: readonly string[],
  but?: string,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ key: qaPhrases.key })
    .from(qaPhrases)
    .innerJoin(knowledgeQas, eq(knowledgeQas.id, qaPhrases.qaId))
    .where(and(inArray(qaPhrases.key, [...keys]), ofScope(baseId), but ? ne(knowledgeQas.id, but) : undefined));
  return new Set(rows.map(({ key }) => key));
}

export interface Phrase {
  key: string;
  terms: string[];
}
export type QaInsert = typeof knowledgeQas.$inferInsert & { id: string };

/** Rows of one statement. */
const ROWS = 500;

export async function insertQas(tx: Queryable, rows: readonly (QaInsert & { phrases: readonly Phrase[] })[]) {
  if (rows.length === 0) return;
  await tx.insert(knowledgeQas).values(rows.map(({ phrases: _, ...row }) => row));
  await insertPhrases(
    tx,
    rows.flatMap(({ id, phrases }) => phrases.map((phrase) => ({ ...phrase, qaId: id }))),
  );
}

async function insertPhrases(tx: Queryable, rows: readonly (Phrase & { qaId: string })[]) {
  for (let at = 0; at < rows.length; at += ROWS) {
    await tx.insert(qaPhrases).values(rows.slice(at, at + ROWS).map((row) => ({ id: v7(), ...row })));
  }
}

/** Pairs of a base once more for another, and the words they are found by; places of files stay behind. */
export async function copyQas(tx: Transaction, from: string, to: string): Promise<number> {
  const rows = await tx.select().from(knowledgeQas).where(ofScope(from)).orderBy(asc(knowledgeQas.id));
  for (let at = 0; at < rows.length; at += ROWS) {
    const part = rows.slice(at, at + ROWS);
    const copies = new Map(part.map(({ id }) => [id, v7()]));
    await tx
      .insert(knowledgeQas)
      .values(part.map((row) => ({ ...row, id: copies.get(row.id)!, baseId: to, citations: [], messageId: null })));
    const phrases = await tx
      .select()
      .from(qaPhrases)
      .where(inArray(qaPhrases.qaId, [...copies.keys()]));
    for (let piece = 0; piece < phrases.length; piece += ROWS) {
      await tx
        .insert(qaPhrases)
        .values(
          phrases.slice(piece, piece + ROWS).map((phrase) => ({ ...phrase, id: v7(), qaId: copies.get(phrase.qaId)! })),
        );
    }
  }
  return rows.length;
}

/** The words a pair is found by become these; vectors are made anew. */
export async function replacePhrases(tx: Transaction, qaId: string, phrases: readonly Phrase[]): Promise<void> {
  await tx.delete(qaPhrases).where(eq(qaPhrases.qaId, qaId));
  await insertPhrases(
    tx,
    phrases.map((phrase) => ({ ...phrase, qaId })),
  );
}

export async function updateQa(tx: Transaction, id: string, patch: Partial<QaInsert>): Promise<void> {
  await tx.update(knowledgeQas).set(patch).where(eq(knowledgeQas.id, id));
}

/** Puts pairs of a scope that are in one of some states into another; ids and questions of those that changed. */
export function updateQaStates(
  tx: Transaction,
  { baseId, ids }: { baseId: string | null; ids?: readonly string[] },
  { from, ...patch }: Partial<QaInsert> & { from: readonly State[] },
) {
  return tx
    .update(knowledgeQas)
    .set(patch)
    .where(
      and(
        ofScope(baseId),
        ids ? inArray(knowledgeQas.id, [...ids]) : undefined,
        inArray(knowledgeQas.state, [...from]),
      ),
    )
    .returning({ id: knowledgeQas.id, question: knowledgeQas.question });
}

/** Removes pairs of a scope; ids and questions of those that were there. */
export function removeQas(
  tx: Transaction,
  { baseId, ids, state }: { baseId: string | null; ids?: readonly string[]; state?: State },
) {
  return tx
    .delete(knowledgeQas)
    .where(
      and(
        ofScope(baseId),
        ids ? inArray(knowledgeQas.id, [...ids]) : undefined,
        state ? eq(knowledgeQas.state, state) : undefined,
      ),
    )
    .returning({ id: knowledgeQas.id, question: knowledgeQas.question });
}
