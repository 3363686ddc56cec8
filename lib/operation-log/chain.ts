import "server-only";
import type { ChainRow } from "@/db/queries/operation-chain";
import { authenticate } from "@/lib/auth/encryption";

/*
 * The chain: each sealed row carries HMAC(previous hash, its place, what it says). Who changes, removes or adds a row
 * without the installation's key breaks it; the head, authenticated as well, tells when the end was cut off.
 */
const ROW = "operation-log.row";
const HEAD = "operation-log.head";

/** A value as one spelling: object keys sorted, so that it does not matter how the database keeps them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value && typeof value === "object") {
    const entries = Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}

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
