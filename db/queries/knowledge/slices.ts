import {
  and,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { anyOf } from "../../one-of";
import { fileVersions } from "../../schema/files";
import { handSlices, knowledgeFiles, sliceEdits } from "../../schema/knowledge";
import { users } from "../../schema/organisation";
import { refusedSlices, setWords, sliceSets, slices, sliceVectors } from "../../schema/retrieval";

export type HandRow = typeof handSlices.$inferSelect;
export type SliceRow = Omit<typeof slices.$inferSelect, "terms" | "termCount">;

const columns = {
  id: slices.id,
  setId: slices.setId,
  ordinal: slices.ordinal,
  from: slices.from,
  to: slices.to,
  part: slices.part,
  partTo: slices.partTo,
  heading: slices.heading,
  text: slices.text,
  tokens: slices.tokens,
  parent: slices.parent,
  picture: slices.picture,
  handId: slices.handId,
  isEdited: slices.isEdited,
  isDisabled: slices.isDisabled,
};

/** The set that answers for a base's file; null while none is whole. */
export async function findAnsweringSet(db: Queryable, { versionId, baseId }: { versionId: string; baseId: string }) {
  const [row] = await db
    .select()
    .from(sliceSets)
    .where(and(eq(sliceSets.versionId, versionId), eq(sliceSets.owner, baseId), eq(sliceSets.isReady, true)))
    .limit(1);
  return row ?? null;
}

/** Others wait with their changes of a set until the transaction ends; null when it answers no longer. */
export async function lockAnsweringSet(tx: Transaction, setId: string) {
  const [row] = await tx
    .select()
    .from(sliceSets)
    .where(and(eq(sliceSets.id, setId), eq(sliceSets.isReady, true)))
    .for("update");
  return row ?? null;
}

export interface SliceFilter {
  keyword?: string;
  show: "all" | "hand" | "disabled";
}

function matching(setId: string, { keyword, show }: SliceFilter): SQL | undefined {
  const pattern = keyword ? likePattern(keyword) : null;
  return and(
    eq(slices.setId, setId),
    pattern ? or(ilike(slices.text, pattern), ilike(slices.heading, pattern)) : undefined,
    show === "hand" ? isNotNull(slices.handId) : undefined,
    show === "disabled" ? eq(slices.isDisabled, true) : undefined,
  );
}

/** Slices of a set in their order, with the beginning of their words; `number` counts all of the set. */
export function listSliceLines(
  db: Queryable,
  setId: string,
  filter: SliceFilter,
  page: { limit: number; shown: number },
) {
  const numbered = db
    .select({
      id: slices.id,
      number: sql<number>`row_number() over (order by ${slices.ordinal})`.mapWith(Number).as("n"),
    })
    .from(slices)
    .where(eq(slices.setId, setId))
    .as("numbered");
  return db
    .select({
      id: slices.id,
      number: numbered.number,
      from: slices.from,
      to: slices.to,
      part: slices.part,
      parent: slices.parent,
      picture: slices.picture,
      heading: slices.heading,
      text: sql<string>`left(${slices.text}, ${page.shown})`,
      tokens: slices.tokens,
      isEdited: slices.isEdited,
      isDisabled: slices.isDisabled,
      isHand: sql<boolean>`${slices.handId} is not null`,
      isRefused: correlated(
        sql<boolean>`exists (select 1 from ${refusedSlices} r inner join ${sliceSets} s on s.id = r.set_id
          and s.embedding_model_id = r.model_id where r.slice_id = ${slices.id})`,
      ),
      reason: handSlices.reason,
    })
    .from(slices)
    .innerJoin(numbered, eq(numbered.id, slices.id))
    .leftJoin(handSlices, eq(handSlices.id, slices.handId))
    .where(matching(setId, filter))
    .orderBy(asc(slices.ordinal))
    .limit(page.limit);
}

export async function countSlices(db: Queryable, setId: string) {
  const [row] = await db
    .select({
      all: count(),
      hand: sql<number>`count(${slices.handId})`.mapWith(Number),
      disabled: sql<number>`count(*) filter (where ${slices.isDisabled})`.mapWith(Number),
      tokens: sql<number>`coalesce(sum(${slices.tokens}), 0)`.mapWith(Number),
    })
    .from(slices)
    .where(eq(slices.setId, setId));
  return row ?? { all: 0, hand: 0, disabled: 0, tokens: 0 };
}

/** A slice of a set that answers, with the base's file it is of; whoever asks is judged by the base. */
export async function findSlice(db: Queryable, id: string) {
  const [row] = await db
    .select({ slice: columns, setId: sliceSets.id, versionId: sliceSets.versionId, fileId: knowledgeFiles.id })
    .from(slices)
    .innerJoin(sliceSets, and(eq(sliceSets.id, slices.setId), eq(sliceSets.isReady, true)))
    .innerJoin(
      knowledgeFiles,
      and(
        sql`${knowledgeFiles.baseId}::text = ${sliceSets.owner}`,
        eq(knowledgeFiles.readyVersionId, sliceSets.versionId),
        isNull(knowledgeFiles.deletedAt),
      ),
    )
    .where(eq(slices.id, id))
    .limit(1);
  return row ?? null;
}

/** A slice of sets that was switched off and has these words, whatever stands between them. */
export async function findDisabledSlice(db: Queryable, setIds: readonly string[], words: string) {
  const plain = (text: SQL) => sql`lower(regexp_replace(${text}, '\\s+', '', 'g'))`;
  const [row] = await db
    .select({ id: slices.id, setId: slices.setId })
    .from(slices)
    .where(
      and(
        anyOf(slices.setId, setIds),
        eq(slices.isDisabled, true),
        sql`position(${plain(sql`${words}::text`)} in ${plain(sql`${slices.text}`)}) > 0`,
      ),
    )
    .orderBy(slices.setId, slices.ordinal)
    .limit(1);
  return row ?? null;
}

/** The next slice before or after a place; `ofText`: the next that is no picture. */
export async function findNeighbour(
  db: Queryable,
  { setId, ordinal, ofText = false }: { setId: string; ordinal: number; ofText?: boolean },
  by: 1 | -1,
): Promise<SliceRow | null> {
  const [row] = await db
    .select(columns)
    .from(slices)
    .where(
      and(
        eq(slices.setId, setId),
        by > 0 ? gt(slices.ordinal, ordinal) : lt(slices.ordinal, ordinal),
        ofText ? isNull(slices.picture) : undefined,
      ),
    )
    .orderBy(by > 0 ? asc(slices.ordinal) : desc(slices.ordinal))
    .limit(1);
  return row ?? null;
}

/** All slices of a set in their order, a page behind an ordinal. */
export function listSlicesAfter(db: Queryable, setId: string, after: number, limit: number): Promise<SliceRow[]> {
  return db
    .select(columns)
    .from(slices)
    .where(and(eq(slices.setId, setId), gt(slices.ordinal, after)))
    .orderBy(asc(slices.ordinal))
    .limit(limit);
}

/** The last slice that begins at or before a place of the text. */
export async function findSliceAt(db: Queryable, setId: string, at: number): Promise<SliceRow | null> {
  const [row] = await db
    .select(columns)
    .from(slices)
    .where(and(eq(slices.setId, setId), sql`${slices.from} <= ${at}`))
    .orderBy(desc(slices.from), desc(slices.ordinal))
    .limit(1);
  return row ?? null;
}

/** Slices that take part of a stretch of the text, but for pictures and those that stand beside others. */
export function listSlicesBetween(
  db: Queryable,
  setId: string,
  { from, to }: { from: number; to: number },
): Promise<SliceRow[]> {
  return db
    .select(columns)
    .from(slices)
    .leftJoin(handSlices, eq(handSlices.id, slices.handId))
    .where(
      and(
        eq(slices.setId, setId),
        lt(slices.from, to),
        gt(slices.to, from),
        isNull(slices.picture),
        or(isNull(handSlices.id), eq(handSlices.isAdded, false)),
      ),
    )
    .orderBy(asc(slices.ordinal));
}

export function listSlicesOfHands(db: Queryable, setId: string, handIds: readonly string[]): Promise<SliceRow[]> {
  if (handIds.length === 0) return Promise.resolve([]);
  return db
    .select(columns)
    .from(slices)
    .where(and(eq(slices.setId, setId), inArray(slices.handId, [...handIds])))
    .orderBy(asc(slices.ordinal));
}

/** The caller holds the lock of the set. Their vectors go with them. */
export async function removeSlices(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return;
  await tx.delete(sliceVectors).where(inArray(sliceVectors.sliceId, [...ids]));
  await tx.delete(slices).where(inArray(slices.id, [...ids]));
}

export function listSetBlocks(tx: Transaction, setId: string) {
  return tx
    .select({ number: setWords.number, words: setWords.words })
    .from(setWords)
    .where(eq(setWords.setId, setId))
    .orderBy(asc(setWords.number));
}

export async function writeSetBlock(tx: Transaction, row: typeof setWords.$inferInsert) {
  await tx
    .insert(setWords)
    .values(row)
    .onConflictDoUpdate({ target: [setWords.setId, setWords.number], set: { words: row.words } });
}

/** After a change by hand: another revision, so that nobody searches what is kept of the old one. */
export async function reviseSet(tx: Transaction, setId: string, counts: { slices: number; wordBytes: number }) {
  await tx
    .update(sliceSets)
    .set({
      sliceCount: sql`${sliceSets.sliceCount} + ${counts.slices}`,
      wordBytes: sql`${sliceSets.wordBytes} + ${counts.wordBytes}`,
      revision: sql`${sliceSets.revision} + 1`,
      // Its new vectors are in no graph yet: it is searched exactly until they are.
      isGraphed: false,
    })
    .where(eq(sliceSets.id, setId));
}

export async function reviseFile(tx: Transaction, fileId: string, counts: { slices: number; tokens: number }) {
  await tx
    .update(knowledgeFiles)
    .set({
      sliceCount: sql`${knowledgeFiles.sliceCount} + ${counts.slices}`,
      tokens: sql`greatest(0, ${knowledgeFiles.tokens} + ${counts.tokens})`,
      handRevision: sql`${knowledgeFiles.handRevision} + 1`,
    })
    .where(eq(knowledgeFiles.id, fileId));
}

export function listHandSlices(db: Queryable, fileId: string): Promise<HandRow[]> {
  return db
    .select()
    .from(handSlices)
    .where(eq(handSlices.knowledgeFileId, fileId))
    .orderBy(asc(handSlices.from), asc(handSlices.id));
}

export async function findHandSlice(db: Queryable, id: string): Promise<HandRow | null> {
  const [row] = await db.select().from(handSlices).where(eq(handSlices.id, id));
  return row ?? null;
}

export async function countOpenHands(db: Queryable, fileId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(handSlices)
    .where(and(eq(handSlices.knowledgeFileId, fileId), eq(handSlices.isOpen, true)));
  return row?.count ?? 0;
}

export async function writeHandSlice(tx: Transaction, row: typeof handSlices.$inferInsert & { id: string }) {
  const { id: _, createdAt: _c, ...set } = row;
  await tx
    .insert(handSlices)
    .values(row)
    .onConflictDoUpdate({ target: handSlices.id, set: { ...set, updatedAt: new Date() } });
}

export async function updateHandSlice(tx: Transaction, id: string, patch: Partial<typeof handSlices.$inferInsert>) {
  await tx.update(handSlices).set(patch).where(eq(handSlices.id, id));
}

export async function removeHandSlices(tx: Transaction, ids: readonly string[]) {
  if (ids.length > 0) await tx.delete(handSlices).where(inArray(handSlices.id, [...ids]));
}

export async function insertSliceEdit(tx: Transaction, row: typeof sliceEdits.$inferInsert & { id: string }) {
  await tx.insert(sliceEdits).values(row);
}

const edits = {
  id: sliceEdits.id,
  knowledgeFileId: sliceEdits.knowledgeFileId,
  handIds: sliceEdits.handIds,
  kind: sliceEdits.kind,
  actorId: sliceEdits.actorId,
  actorName: users.name,
  before: sliceEdits.before,
  after: sliceEdits.after,
  similarity: sliceEdits.similarity,
  createdAt: sliceEdits.createdAt,
};

/** What was done to hand-made slices, the last first. */
export function listSliceEdits(db: Queryable, fileId: string, handIds: readonly string[], limit: number) {
  return db
    .select(edits)
    .from(sliceEdits)
    .leftJoin(users, eq(users.id, sliceEdits.actorId))
    .where(and(eq(sliceEdits.knowledgeFileId, fileId), arrayOverlaps(sliceEdits.handIds, [...handIds])))
    .orderBy(desc(sliceEdits.id))
    .limit(limit);
}

export async function findSliceEdit(db: Queryable, id: string) {
  const [row] = await db
    .select(edits)
    .from(sliceEdits)
    .leftJoin(users, eq(users.id, sliceEdits.actorId))
    .where(eq(sliceEdits.id, id));
  return row ?? null;
}

/** The base's file a version belongs to, with its hand-made slices' revision; locked where `tx` is to write. */
export async function findFileOfVersion(db: Queryable, { versionId, baseId }: { versionId: string; baseId: string }) {
  const [row] = await db
    .select({ id: knowledgeFiles.id, handRevision: knowledgeFiles.handRevision })
    .from(knowledgeFiles)
    .innerJoin(fileVersions, eq(fileVersions.fileId, knowledgeFiles.fileId))
    .where(and(eq(fileVersions.id, versionId), sql`${knowledgeFiles.baseId}::text = ${baseId}`))
    .limit(1);
  return row ?? null;
}

/** Changes of a file's slices and the switch to another set wait for each other. */
export async function lockKnowledgeFile(tx: Transaction, fileId: string) {
  const [row] = await tx
    .select({ handRevision: knowledgeFiles.handRevision })
    .from(knowledgeFiles)
    .where(eq(knowledgeFiles.id, fileId))
    .for("update");
  return row ?? null;
}
