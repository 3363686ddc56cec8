import "server-only";
import type { ChainRow } from "@/db/queries/operation-log/chain";
import { authenticate } from "@/lib/encryption";
import { canonicalJson } from "@/lib/text/canonical-json";

/*
 * The chain: each sealed row carries HMAC(previous hash, its place, what it says). Who changes, removes or adds a row
 * without the installation's key breaks it; the head, authenticated as well, tells when the end was cut off.
 */
const ROW = "operation-log.row";
const HEAD = "operation-log.head";

/** The seal of a row at its place, after the row with the seal `previous`. */
export function sealOf(row: ChainRow, no: number, previous: string): string {
  const said = [
    no,
    row.id,
    row.createdAt.toISOString(),
    row.actorId,
    row.actorAccount,
    row.action,
    row.targetType,
    row.targetId,
    row.targetName,
    row.result,
    row.code,
    row.before,
    row.after,
    row.address,
    row.userAgent,
    row.requestId,
  ];
  return authenticate(ROW, `${previous}\n${canonicalJson(said)}`);
}

/** Where the chain ends and begins. Rows up to the anchor were removed when their time was over. */
export interface Head {
  no: number;
  hash: string;
  anchorNo: number;
  anchorHash: string;
  /** The place at which a head was found missing or forged, and the chain went on from the last row. */
  lostAt: number | null;
  at: string;
}

export const GENESIS: Head = { no: 0, hash: "", anchorNo: 0, anchorHash: "", lostAt: null, at: "" };

export function headMac(head: Head): string {
  return authenticate(HEAD, canonicalJson([head.no, head.hash, head.anchorNo, head.anchorHash, head.lostAt, head.at]));
}
