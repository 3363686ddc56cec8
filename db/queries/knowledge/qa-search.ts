import { and, asc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { knowledgeBases, knowledgeQas, qaPhrases } from "../../schema/knowledge";
import { users } from "../../schema/organisation";
import type { GrantedSubjects } from "../permissions/grants";
import { visibleBase } from "./bases";
import { isValidQa, visibleQa } from "./qas";

/** Pairs that may answer a person: of these bases, those they may use, and the center's they reach. */
function answering(subjects: GrantedSubjects, baseIds: readonly string[] | "all"): SQL | undefined {
  const ofBases =
    baseIds === "all"
      ? visibleBase(subjects)
      : baseIds.length > 0
        ? and(inArray(knowledgeQas.baseId, [...baseIds]), visibleBase(subjects))
        : sql`false`;
  return and(
    eq(knowledgeQas.state, "active"),
    isValidQa,
    or(and(isNotNull(knowledgeQas.baseId), isNull(knowledgeBases.deletedAt), ofBases), visibleQa(subjects)),
  );
}

/** Whether any pair may answer a person who asks these bases. */
export async function hasAnsweringQa(
  db: Queryable,
  subjects: GrantedSubjects,
  baseIds: readonly string[],
): Promise<boolean> {
  const rows = await db
    .select({ id: knowledgeQas.id })
    .from(knowledgeQas)
    .leftJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeQas.baseId))
    .where(answering(subjects, baseIds))
    .limit(1);
  return rows.length > 0;
}

interface Asking {
  baseIds: readonly string[] | "all";
  limit: number;
}

const found = {
  qaId: qaPhrases.qaId,
  baseId: knowledgeQas.baseId,
  key: qaPhrases.key,
  question: knowledgeQas.question,
  synonyms: knowledgeQas.synonyms,
};

/**
 * Phrases with the same key, and those that have all of some terms (`isStrict`), or share the most of them, these first. Its key
 * says which of the pair's questions a phrase is.
 */
export async function listPhrasesByWords(
  db: Queryable,
  subjects: GrantedSubjects,
  { baseIds, limit, key, terms, isStrict }: Asking & { key: string; terms: readonly string[]; isStrict: boolean },
) {
  const wanted = sql`${sql.param([...terms])}::text[]`;
  const shared = sql<number>`(select count(*) from unnest(${qaPhrases.terms}) term where term = any(${wanted}))`;
  // By the index of terms alone, whatever the planner thinks of the bases: then the few that are left are looked at.
  const has = isStrict ? sql`p.terms @> ${wanted}` : sql`p.terms && ${wanted}`;
  const hits = sql`array(select p.id from ${qaPhrases} p where p.key = ${key}${terms.length > 0 ? sql` or ${has}` : sql``})`;
  const isSame = sql<boolean>`${qaPhrases.key} = ${key}`;
  return db
    .select(found)
    .from(qaPhrases)
    .innerJoin(knowledgeQas, eq(knowledgeQas.id, qaPhrases.qaId))
    .leftJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeQas.baseId))
    .where(and(sql`${qaPhrases.id} = any(${hits})`, answering(subjects, baseIds)))
    .orderBy(
      sql`${isSame} desc`,
      ...(isStrict ? [] : [sql`${shared} desc`]),
      sql`cardinality(${qaPhrases.terms})`,
      asc(qaPhrases.id),
    )
    .limit(limit);
}

/** Phrases whose vectors of a model are nearest to one of its, with their likeness. */
export function listPhrasesByVector(
  db: Queryable,
  subjects: GrantedSubjects,
  { baseIds, limit, modelId, vector }: Asking & { modelId: string; vector: readonly number[] },
) {
  const near = sql<number>`1 - (${qaPhrases.embedding} <=> ${sql.param([...vector], qaPhrases.embedding)}::vector)`;
  return db
    .select({ ...found, score: near.mapWith(Number) })
    .from(qaPhrases)
    .innerJoin(knowledgeQas, eq(knowledgeQas.id, qaPhrases.qaId))
    .leftJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeQas.baseId))
    .where(
      and(
        eq(qaPhrases.modelId, modelId),
        sql`vector_dims(${qaPhrases.embedding}) = ${vector.length}`,
        answering(subjects, baseIds),
      ),
    )
    .orderBy(sql`${near} desc`)
    .limit(limit);
}

/** Dimensions of the vectors a model made of phrases; null where it made none. */
export async function findPhraseDimensions(db: Queryable, modelId: string): Promise<number | null> {
  const [row] = await db
    .select({ size: sql<number>`vector_dims(${qaPhrases.embedding})`.mapWith(Number) })
    .from(qaPhrases)
    .where(eq(qaPhrases.modelId, modelId))
    .limit(1);
  return row?.size ?? null;
}

/** Models of the vectors of some bases. */
export async function listBaseModels(db: Queryable, baseIds: readonly string[]): Promise<string[]> {
  if (baseIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ modelId: knowledgeBases.embeddingModelId })
    .from(knowledgeBases)
    .where(inArray(knowledgeBases.id, [...baseIds]));
  return rows.flatMap(({ modelId }) => modelId ?? []);
}

/** Pairs that were found, in whole, of those that still answer the person. */
export function listAnsweringQas(db: Queryable, subjects: GrantedSubjects, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select({
      id: knowledgeQas.id,
      baseId: knowledgeQas.baseId,
      baseName: knowledgeBases.name,
      question: knowledgeQas.question,
      synonyms: knowledgeQas.synonyms,
      answer: knowledgeQas.answer,
      citations: knowledgeQas.citations,
      validUntil: knowledgeQas.validUntil,
      authorName: users.name,
      updatedAt: knowledgeQas.updatedAt,
    })
    .from(knowledgeQas)
    .innerJoin(users, eq(users.id, knowledgeQas.authorId))
    .leftJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeQas.baseId))
    .where(and(inArray(knowledgeQas.id, [...ids]), answering(subjects, "all")));
}
export type AnsweringQaRow = Awaited<ReturnType<typeof listAnsweringQas>>[number];

/** Phrases of a scope without a vector of this model, with their words. */
export async function listPhrasesWithoutVector(
  db: Queryable,
  { baseId, modelId, limit }: { baseId: string | null; modelId: string; limit: number },
) {
  return db
    .select({ ...found, id: qaPhrases.id })
    .from(qaPhrases)
    .innerJoin(knowledgeQas, eq(knowledgeQas.id, qaPhrases.qaId))
    .where(
      and(
        baseId === null ? isNull(knowledgeQas.baseId) : eq(knowledgeQas.baseId, baseId),
        or(isNull(qaPhrases.modelId), ne(qaPhrases.modelId, modelId)),
      ),
    )
    .orderBy(asc(qaPhrases.id))
    .limit(limit);
}

export async function setPhraseVectors(
  db: Queryable,
  modelId: string,
  vectors: readonly { id: string; embedding: number[] }[],
): Promise<void> {
  for (const { id, embedding } of vectors) {
    await db.update(qaPhrases).set({ modelId, embedding }).where(eq(qaPhrases.id, id));
  }
}
