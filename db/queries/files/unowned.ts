import { sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { files } from "../../schema/files";

/** Files nobody owns whose bytes are still to come. */
export async function insertUnownedFiles(db: Queryable, rows: readonly { id: string; name: string }[]): Promise<void> {
  await db.insert(files).values(rows.map(({ id, name }) => ({ id, name, ownerId: null })));
}

interface Finished {
  fileId: string;
  name: string;
  purpose: string;
  versionId: string;
  storageKey: string;
  sha256: string;
  size: number;
  type: string;
}

/** Makes stored bytes the current version of a file nobody owns, each of another file; how many files were there. */
export async function finishUnownedFiles(tx: Transaction, stored: readonly Finished[]): Promise<number> {
  const given = sql`json_to_recordset(${JSON.stringify(stored)}::json) as t ("fileId" uuid, name text, purpose text,
    "versionId" uuid, "storageKey" text, sha256 text, size bigint, type text)`;
  const { rowCount } = await tx.execute(sql`
    update files set name = t.name, purpose = t.purpose, status = 'uploaded', current_version_id = t."versionId", updated_at = now()
    from ${given} where files.id = t."fileId" and owner_id is null and deleted_at is null and status in ('uploading', 'uploaded')`);
  // The rows of the files are locked by now: two versions at once get two numbers.
  await tx.execute(sql`
    insert into file_versions (id, file_id, number, sha256, size, type, storage_key)
    select "versionId", "fileId", 1 + coalesce((select max(number) from file_versions v where v.file_id = t."fileId"), 0),
      sha256, size, type, "storageKey" from ${given}`);
  return rowCount ?? 0;
}
