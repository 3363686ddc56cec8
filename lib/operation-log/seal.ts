import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  hasUnsealed,
  listOldestSealed,
  listUnsealed,
  lockChain,
  removeSealedUpTo,
  sealRows,
} from "@/db/queries/operation-log/chain";
import { log } from "@/lib/log";
import { sealOf } from "./chain";
import { headToExtend, writeHead } from "./head";

const EVERY_MS = 3000;
/**
 * Rows younger than this wait, so that rows written at the same time are sealed in the order of their ids. One that is
 * committed later still gets a later place: places, not ids, are the order that is verified.
 */
const QUIET_MS = 2000;
/** Rows a transaction seals or removes at most. */
const BATCH = 500;

const shared = globalThis as typeof globalThis & { __sealer?: { timer: NodeJS.Timeout; work: Promise<unknown> } };

/** Gives every row without a place the next ones; how many were sealed. */
export async function sealPending(quietMs = QUIET_MS): Promise<number> {
  let sealed = 0;
  while (await hasUnsealed(db(), quietMs)) {
    const count = await db().transaction((tx) => sealBatch(tx, quietMs));
    sealed += count;
    if (count < BATCH) break;
  }
  return sealed;
}

async function sealBatch(tx: Transaction, quietMs: number): Promise<number> {
  await lockChain(tx);
  const rows = await listUnsealed(tx, quietMs, BATCH);
  if (rows.length === 0) return 0;
  const head = await headToExtend(tx);
  let { no, hash } = head;
  const places = rows.map((row) => {
    no += 1;
    hash = sealOf(row, no, hash);
    return { id: row.id, no, hash };
  });
  await sealRows(tx, places);
  await writeHead(tx, { ...head, no, hash, at: new Date().toISOString() });
  return rows.length;
}

/** Removes sealed rows written before a time, oldest places first, and moves the anchor behind them. */
export async function removeOldSealed(before: Date, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  while (!signal?.aborted) {
    const count = await db().transaction((tx) => removeBatch(tx, before));
    removed += count;
    if (count < BATCH) break;
  }
  return removed;
}

async function removeBatch(tx: Transaction, before: Date): Promise<number> {
  await lockChain(tx);
  const oldest = await listOldestSealed(tx, BATCH);
  const kept = oldest.findIndex(({ createdAt }) => createdAt >= before);
  const old = kept < 0 ? oldest : oldest.slice(0, kept);
  const last = old.at(-1);
  if (!last) return 0;
  const head = await headToExtend(tx);
  await removeSealedUpTo(tx, last.no, before);
  await writeHead(tx, {
    ...head,
    anchorNo: last.no,
    anchorHash: last.hash,
    lostAt: head.lostAt !== null && head.lostAt <= last.no ? null : head.lostAt,
    at: new Date().toISOString(),
  });
  return old.length;
}

/** Seals every few seconds, from the start of a process that runs jobs. */
export function startSealer(): void {
  const sealer = { timer: setInterval(tick, EVERY_MS).unref(), work: Promise.resolve() as Promise<unknown> };
  let isBusy = false;
  function tick() {
    if (isBusy) return;
    isBusy = true;
    sealer.work = sealPending()
      .catch((err) => log().warn({ err }, "operation log not sealed"))
      .finally(() => {
        isBusy = false;
      });
  }
  shared.__sealer = sealer;
}

/** Ends the sealer; a batch under way is finished. */
export async function stopSealer(): Promise<void> {
  clearInterval(shared.__sealer?.timer);
  await shared.__sealer?.work;
  shared.__sealer = undefined;
}
