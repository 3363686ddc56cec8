/** Anything with `query` of `pg`: the product's pool, or a command's own client inside its transaction. */
interface Client {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** What lies in the file store: the bytes people gave, and what reading them gave. */
export const OBJECT_KINDS = ["version", "piece", "picture"] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

export interface StoredObject {
  kind: ObjectKind;
  key: string;
  versionId: string;
  /** Null for what an older version of the product read: it did not write them down. */
  sha256: string | null;
  size: number | null;
}

/*
 * The one list of everything in the file store that rows refer to; backup, restore, move and the comparison after them
 * know no other. Whoever stores a new kind of object adds it here (tests/structure/stored-objects.test.ts).
 * The last part makes keys as `lib/parsing/store` does, for rows that do not name them yet.
 */
const VERSIONS = `
  select 'version' as kind, storage_key as key, id as "versionId", sha256, size::float8 as size from file_versions`;
const READINGS = `
  select o->>'kind', o->>'key', p.version_id, o->>'sha256', (o->>'size')::float8
    from parsed_versions p cross join lateral jsonb_array_elements(p.index->'objects') o
   where jsonb_typeof(p.index->'objects') = 'array'
  union all
  select n.kind,
         left(v.storage_key, 32) || left(encode(sha256(convert_to(
           v.storage_key || chr(10) || (p.index->>'run') || chr(10) || n.name, 'UTF8')), 'hex'), 32),
         p.version_id, null, null
    from parsed_versions p join file_versions v on v.id = p.version_id
    cross join lateral (
      select 'piece' as kind, 'piece ' || (e->>'number') as name from jsonb_array_elements(p.index->'pieces') e
      union all
      select 'picture', 'image ' || (e->>'name') from jsonb_array_elements(p.index->'images') e
    ) n
   where p.index->>'run' is not null and p.index->'objects' is null`;

/** Every object of the file store that a row refers to, by its key. */
export async function listStoredObjects(client: Client): Promise<StoredObject[]> {
  // A command may meet the database of an older version before its first start with this one.
  const { rows: found } = await client.query("select to_regclass('public.parsed_versions') is not null as known");
  const { known } = found[0] as { known: boolean };
  const objects = known ? `${VERSIONS} union all ${READINGS}` : VERSIONS;
  const { rows } = await client.query(`select * from (${objects}) o order by key`);
  return rows as StoredObject[];
}

/**
 * What reading these versions gave is forgotten, so that they are read again from their bytes: for readings whose pieces
 * are not in the file store. The next start begins that. Answers how many they are.
 */
export async function invalidateReadings(client: Client, versionIds: readonly string[]): Promise<number> {
  if (versionIds.length === 0) return 0;
  const { rows } = await client.query(
    `update parsed_versions
        set index = null, status = case when status is null then null else 'uploaded' end, failure = null, finished_at = null
      where version_id = any($1::uuid[]) and index is not null
      returning version_id`,
    [[...versionIds]],
  );
  return rows.length;
}
