import "server-only";
import { z } from "zod";
import type { Queryable } from "@/db/client";
import { findConfig, upsertConfig } from "@/db/queries/config/system-config";
import { findLastSealed, listOldestSealed } from "@/db/queries/operation-log/chain";
import { GENESIS, type Head, headMac } from "./chain";

// @exempt text: our own state

/** Key of `system_config`. */
export const LOG_CHAIN = "logChain";

const headSchema = z.object({
  no: z.number().int().min(0),
  hash: z.string(),
  anchorNo: z.number().int().min(0),
  anchorHash: z.string(),
  lostAt: z.number().int().nullable(),
  at: z.string(),
  mac: z.string(),
});

/** The stored head; `forged` when its own seal does not fit, null when there is none. */
export async function readHead(db: Queryable): Promise<Head | "forged" | null> {
  const stored = await findConfig(db, LOG_CHAIN);
  if (stored === null) return null;
  const parsed = headSchema.safeParse(stored);
  if (!parsed.success) return "forged";
  const { mac, ...head } = parsed.data;
  return headMac(head) === mac ? head : "forged";
}

/**
 * The head to go on from, under the chain's lock. A lost one does not stop the log: it goes on from the last row, and
 * every check from then on tells of the loss.
 */
export async function headToExtend(db: Queryable): Promise<Head> {
  const head = await readHead(db);
  const last = await findLastSealed(db);
  if (head && head !== "forged" && head.no >= (last?.no ?? 0)) return head;
  if (!last && head === null) return GENESIS;
  const [first] = await listOldestSealed(db, 1);
  const no = last?.no ?? 0;
  // What stood before the first row is unknown, unless it is the very first.
  const anchor = first && first.no > 1 ? { anchorNo: first.no, anchorHash: first.hash } : {};
  return { ...GENESIS, ...anchor, no, hash: last?.hash ?? "", lostAt: no };
}

export async function writeHead(db: Queryable, head: Head): Promise<void> {
  await upsertConfig(db, LOG_CHAIN, { ...head, mac: headMac(head) });
}
