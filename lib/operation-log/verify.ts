import "server-only";
import { db } from "@/db/client";
import { findLastSealed, listSealed } from "@/db/queries/operation-log/chain";
import { type Head, sealOf } from "./chain";
import type { ChainFlaw } from "./flaws";
import { readHead } from "./head";

/** Rows read and checked at once: others get their turn between. */
export const VERIFY_PAGE = 2000;

export interface Verification {
  /** Rows whose seal fits. */
  checked: number;
  /** Places from and until which the chain was looked at. */
  from: number;
  until: number;
  flaw: { kind: ChainFlaw; no: number; id: string | null } | null;
}

interface Watch {
  /** After each page; false ends the check. */
  onPage(done: Verification): Promise<boolean>;
}

/** Checks the sealed rows from the first to the last; null when it was ended before. Finds the first flaw. */
export async function verifyChain({ onPage }: Watch): Promise<Verification | null> {
  const head = await readHead(db());
  const result: Verification = { checked: 0, from: 0, until: 0, flaw: null };
  if (head === null || head === "forged") {
    const last = await findLastSealed(db());
    // An empty log has no head yet.
    if (head === null && !last) return result;
    return { ...result, until: last?.no ?? 0, flaw: { kind: "headLost", no: last?.no ?? 0, id: null } };
  }
  result.from = head.anchorNo + 1;
  result.until = head.no;
  let at = { no: head.anchorNo, hash: head.anchorHash };
  while (at.no < head.no) {
    const rows = await listSealed(db(), at.no, head.no, VERIFY_PAGE);
    const step = checkPage(rows, at, result);
    if (step.flaw?.kind === "missing" || rows.length === 0) {
      // The sweep may have taken rows whose time was over while we looked.
      const anchor = await movedAnchor(step.at.no);
      if (anchor && anchor.no <= head.no) {
        at = anchor;
        result.from = anchor.no + 1;
        continue;
      }
    }
    at = step.at;
    if (rows.length === 0) result.flaw = { kind: "cutOff", no: at.no + 1, id: null };
    else if (step.flaw) result.flaw = step.flaw;
    if (result.flaw) return result;
    if (!(await onPage({ ...result }))) return null;
  }
  if (at.hash !== head.hash) result.flaw = { kind: "changed", no: head.no, id: null };
  else if (head.lostAt !== null) result.flaw = { kind: "headLost", no: head.lostAt, id: null };
  return result;
}

type Place = { no: number; hash: string };

function checkPage(
  rows: Awaited<ReturnType<typeof listSealed>>,
  start: Place,
  result: Verification,
): { at: Place; flaw: Verification["flaw"] } {
  let at = start;
  for (const row of rows) {
    if (row.no !== at.no + 1) return { at, flaw: { kind: "missing", no: at.no + 1, id: null } };
    const hash = sealOf(row, row.no, at.hash);
    if (hash !== row.hash) return { at, flaw: { kind: "changed", no: row.no, id: row.id } };
    at = { no: row.no, hash };
    result.checked += 1;
  }
  return { at, flaw: null };
}

async function movedAnchor(no: number): Promise<Place | null> {
  const head: Head | "forged" | null = await readHead(db());
  return head && head !== "forged" && head.anchorNo > no ? { no: head.anchorNo, hash: head.anchorHash } : null;
}
