import type { Client, StoredObjects } from "../files/stored-objects";

/** What reading a version gave: the pieces of its text, and its pictures. */
export const READING_KINDS = ["piece", "picture"] as const;

/** The second part makes keys as `lib/parsing/store` does, for rows that do not name them yet. */
export const READING_OBJECTS: StoredObjects = {
  kinds: READING_KINDS,
  writer: "lib/parsing/store.ts",
  newTable: "parsed_versions",
  select: `
  select o->>'kind' as kind, o->>'key' as key, p.version_id as "versionId", o->>'sha256' as sha256,
         (o->>'size')::float8 as size
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
   where p.index->>'run' is not null and p.index->'objects' is null`,
};

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
