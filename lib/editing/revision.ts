import "server-only";
import { createHash } from "node:crypto";
import { canonicalJson } from "@/lib/text/canonical-json";

/** Characters of a revision: 96 bits, far more than two texts of one record need to differ. */
const LENGTH = 16;

/**
 * The version of a record: a short hash of what people edit of it. Whatever else is written to the record (times of
 * use, results of checks) leaves it as it is, so it makes no conflict of an edit.
 */
export function revisionOf(fields: object): string {
  return createHash("sha256").update(canonicalJson(fields)).digest("base64url").slice(0, LENGTH);
}

/** The named fields of a record, in their order. */
export function fieldsOf<T extends object, K extends keyof T>(record: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, K>;
}

/** A record for a form, with the revision of what people edit of it. */
export function withRevision<T extends object>(record: T, edited: (record: T) => object): T & { revision: string } {
  return { ...record, revision: revisionOf(edited(record)) };
}
