import "server-only";
import { db } from "@/db/client";
import { insertReadVersions } from "@/db/queries/parsing/parsing";
import { insertWholeSets, makeFirstReady } from "@/db/queries/retrieval/whole-sets";
import { type Answering, letPagesAnswer, lockWebPages, retireSets, updateWebPage } from "@/db/queries/search/pages";
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
}

/** Pages that are read at the same moment are written together. False where somebody else kept the page meanwhile. */
const storing = new Batcher<NewSnapshot, boolean>(storeAll, { most: TOGETHER, keyOf: ({ page }) => page.id });

/** Writes a snapshot with everything of it; false where somebody else kept the page meanwhile, and theirs counts. */
export const storeSnapshot = (snapshot: NewSnapshot): Promise<boolean> => storing.add(snapshot);

async function storeAll(snapshots: NewSnapshot[]): Promise<boolean[]> {
  return db().transaction(async (tx) => {
    const locked = await lockWebPages(
      tx,
      snapshots.map(({ page }) => page.id),
    );
    const isOurs = ({ page }: NewSnapshot) => locked.get(page.id)?.fileId === page.fileId;
    const ours = snapshots.filter((one) => locked.has(one.page.id) && isOurs(one));
    if (ours.length === 0) return snapshots.map(() => false);
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
    return snapshots.map((one) => ours.includes(one));
  });
}

/** A page is found by a set that was made of its snapshot after that was stored. */
export async function letAnswer(answer: Answering): Promise<void> {
  await db().transaction(async (tx) => {
    const before = (await lockWebPages(tx, [answer.pageId])).get(answer.pageId);
    await makeFirstReady(tx, [answer.setId]);
    if (before?.setId && before.setId !== answer.setId) await retireSets(tx, [before.setId]);
    await letPagesAnswer(tx, [answer]);
  });
}
