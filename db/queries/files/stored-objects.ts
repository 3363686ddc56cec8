import { STORED_OBJECTS } from "../../generated/stored-objects.ts";

/** Anything with `query` of `pg`: the product's pool, or a command's own client inside its transaction. */
export interface Client {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * What one writer puts into the file store. Exported from a file of this folder whose name ends in `-objects.ts`, found by
 * `npm run generate`. Commands on plain Node read it: it imports nothing but types.
 */
export interface StoredObjects {
  kinds: readonly [string, ...string[]];
  /** The module that puts them there. */
  writer: string;
  /** A select of a `StoredObject` a row, its columns in that order. */
  select: string;
  /** A table it reads that the database of an older version may not have. */
  newTable?: string;
}

export interface StoredObject {
  kind: string;
  key: string;
  versionId: string;
  /** Null for what an older version of the product read: it did not write them down. */
  sha256: string | null;
  size: number | null;
}

/**
 * Every object of the file store that a row refers to, by its key. Backup, restore, move and the comparison after them
 * know no other: what no declaration lists is in no backup.
 */
export async function listStoredObjects(client: Client): Promise<StoredObject[]> {
  const selects: string[] = [];
  for (const { select, newTable } of STORED_OBJECTS) if (await isThere(client, newTable)) selects.push(select);
  const { rows } = await client.query(`select * from (${selects.join(" union all ")}) o order by key`);
  return rows as StoredObject[];
}

/** A command may meet the database of an older version before its first start with this one. */
async function isThere(client: Client, table: string | undefined): Promise<boolean> {
  if (!table) return true;
  const { rows } = await client.query("select to_regclass('public.' || $1) is not null as known", [table]);
  return (rows[0] as { known: boolean }).known;
}
