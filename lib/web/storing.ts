import "server-only";
import { db, type Transaction } from "@/db/client";
import { insertReadVersions } from "@/db/queries/parsing/parsing";
import { insertWholeSets, makeFirstReady } from "@/db/queries/retrieval/whole-sets";
import {
  type Answering,
  letPagesAnswer,
  listSameTexts,
  lockTexts,
  lockWebPages,
  type PageText,
  retireSets,
  updateWebPage,
} from "@/db/queries/search/pages";
import type { DocumentFormat } from "@/db/schema/parsing";
import { Batcher } from "@/lib/batch";
import { WEB_SETS } from "@/lib/config/web-kinds";
import { finishUnowned, type StoredUnowned } from "@/lib/files/unowned";
import type { StoredIndex } from "@/lib/parsing/store";
import type { CutText } from "@/lib/retrieval/ingest";
import { READING_SEGMENTATION } from "@/lib/retrieval/segment";

/** Pages written together: a transaction the database is done with in some milliseconds. */
const TOGETHER = 12;

/** A snapshot whose bytes are stored and whose rows are not written yet. */
export interface NewSnapshot {
  page: { id: string; fileId: string | null };
  stored: StoredUnowned;
  format: DocumentFormat;
  encoding: string | null;
  index: StoredIndex;
  /** Of a short page; null: it is cut once it is stored. */
  cut: (CutText & { setId: string }) | null;
  /** It is found from then on; null: something is still to be done. */
  answer: Answering | null;
  /** By what a page of the same words is found, which is kept alone then; null: it is kept all the same. */
  text: PageText | null;
}

/** What became of a snapshot. `late`: somebody else kept the page meanwhile, and theirs counts. */
export type Stored = "kept" | "late" | { copyOf: string };

/** Pages that are read at the same moment are written together. */
const storing = new Batcher<NewSnapshot, Stored>(storeAll, { most: TOGETHER, keyOf: ({ page }) => page.id });

/** Writes a snapshot with everything of it, or nothing where it is not kept. */
export const storeSnapshot = (snapshot: NewSnapshot): Promise<Stored> => storing.add(snapshot);

async function storeAll(snapshots: NewSnapshot[]): Promise<Stored[]> {
  return db().transaction(async (tx) => {
    const locked = await lockWebPages(
      tx,
      snapshots.map(({ page }) => page.id),
    );
    const isOurs = ({ page }: NewSnapshot) => locked.get(page.id)?.fileId === page.fileId;
    const first = snapshots.filter((one) => locked.has(one.page.id) && isOurs(one));
    const copies = await copiesAmong(
      tx,
      first.flatMap(({ text }) => text ?? []),
    );
    const ours = first.filter(({ page }) => !copies.has(page.id));
    const became = snapshots.map((one): Stored => {
      const copyOf = copies.get(one.page.id);
      return copyOf ? { copyOf } : ours.includes(one) ? "kept" : "late";
    });
    if (ours.length === 0) return became;
    await finishUnowned(
      tx,
      ours.map(({ stored }) => stored),
    );
    await insertReadVersions(
      tx,
      ours.map(({ stored, format, encoding, index }) => ({ versionId: stored.versionId, format, encoding, index })),
    );
    await insertWholeSets(
      tx,
      ours.flatMap(({ stored: { versionId }, cut }) =>
        cut ? [{ ...cut, id: cut.setId, versionId, owner: WEB_SETS, segmentation: READING_SEGMENTATION }] : [],
      ),
    );
    const answers = ours.flatMap(({ answer }) => answer ?? []);
    await makeFirstReady(
      tx,
      answers.map(({ setId }) => setId),
    );
    await retireSets(
      tx,
      answers.flatMap(({ pageId }) => locked.get(pageId)?.setId ?? []),
    );
    if (answers.length > 0) await letPagesAnswer(tx, answers);
    // From now on the file is the page's, whoever goes on with it.
    for (const { page, stored, answer } of ours)
      if (!answer && !page.fileId) await updateWebPage(tx, page.id, { fileId: stored.fileId });
    return became;
  });
}

/**
 * Of pages of which no two are the same: those whose words another page of their host says already, with that one. Pages that are
 * read at the same moment know nothing of each other before; of these the first counts.
 */
async function copiesAmong(tx: Transaction, pages: readonly PageText[]): Promise<ReadonlyMap<string, string>> {
  const copies = new Map<string, string>();
  if (pages.length === 0) return copies;
  await lockTexts(tx, pages);
  const known = await listSameTexts(tx, pages);
  const first = new Map<string, string>();
  for (const [at, { id, host, textHash }] of pages.entries()) {
    const text = `${host} ${textHash}`;
    const other = known[at] ?? first.get(text);
    if (other) copies.set(id, other);
    else first.set(text, id);
  }
  return copies;
}

/**
 * A page is found by a set that was made of its snapshot after that was stored. Answers the page that says the very same, where
 * one was found meanwhile: that one stays alone.
 */
export async function letAnswer(answer: Answering, text: PageText | null): Promise<string | null> {
  return db().transaction(async (tx) => {
    const before = (await lockWebPages(tx, [answer.pageId])).get(answer.pageId);
    const copyOf = text && (await copiesAmong(tx, [text])).get(text.id);
    if (copyOf) {
      await retireSets(tx, [answer.setId]);
      return copyOf;
    }
    await makeFirstReady(tx, [answer.setId]);
    if (before?.setId && before.setId !== answer.setId) await retireSets(tx, [before.setId]);
    await letPagesAnswer(tx, [answer]);
    return null;
  });
}
