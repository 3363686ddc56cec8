import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

const NO_DIGIT = 255;
/** Half of a byte by the code of its digit. */
const HALVES = new Uint8Array(128).fill(NO_DIGIT);
for (const [value, digit] of [..."0123456789abcdef"].entries()) {
  HALVES[digit.charCodeAt(0)] = value;
  HALVES[digit.toUpperCase().charCodeAt(0)] = value;
}
/** Where the two digits of each byte of an id stand. */
const PAIRS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const ID_LENGTH = 36;
const UUID_OID = 2950;

/**
 * Ids as the database takes a list of them in binary: as text it reads thousands longer than it finds their rows. Throws on
 * what is no id.
 */
export function uuidArray(ids: readonly string[]): Buffer {
  const bytes = Buffer.alloc(20 + 20 * ids.length);
  // Dimensions, no nulls, of what type they are, how many, and the number of the first.
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(UUID_OID, 8);
  bytes.writeInt32BE(ids.length, 12);
  bytes.writeInt32BE(1, 16);
  let end = 20;
  for (const id of ids) {
    // Its length, in four bytes.
    bytes[end + 3] = PAIRS.length;
    end += 4;
    let seen = id.length === ID_LENGTH ? 0 : NO_DIGIT;
    for (let pair = 0; pair < PAIRS.length; pair++) {
      const at = PAIRS[pair]!;
      const high = HALVES[id.charCodeAt(at)] ?? NO_DIGIT;
      const low = HALVES[id.charCodeAt(at + 1)] ?? NO_DIGIT;
      seen |= high | low;
      bytes[end++] = (high << 4) | low;
    }
    if (seen > 15) throw new Error("a row is asked for by what is no id");
  }
  return bytes;
}

const list = (ids: readonly string[]) => sql`${sql.param(uuidArray(ids))}::uuid[]`;

/** A column is one of many ids, of which an index finds the rows. One parameter carries them all, where `in` takes one each. */
export const anyOf = (column: SQLWrapper, ids: readonly string[]): SQL => sql`${column} = any(${list(ids)})`;

/**
 * As `anyOf`, for rows another condition has found: each is looked up in a hash, where `any` goes through the whole list. Behind
 * the `or` it is nothing an index would be taken for.
 */
export const isOneOf = (column: SQLWrapper, ids: readonly string[]): SQL =>
  sql`(${false}::boolean or ${column} in (select unnest(${list(ids)})))`;
