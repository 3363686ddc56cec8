import { applyMigrations, readMigrations } from "../../../db/migrate.ts";
import { StartError } from "../report.mjs";
import { LEFT_OUT, PLAIN_TEXT, quote, readContents, readTables } from "./catalog.mjs";
import { digestTable, insertPage, RowDigest } from "./rows.mjs";

const BOUND = /^(DEFAULT|FOR VALUES FROM \('\d{4}-\d\d-\d\d'\) TO \('\d{4}-\d\d-\d\d'\))$/;
const NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** Throws a StartError that names what is there unless the database is free. */
export async function checkEmpty(client) {
  const found = await readContents(client);
  if (found.length === 0) return;
  const more = found.length > 5 ? " and more" : "";
  throw new StartError(
    `The database is not empty: it holds ${found.slice(0, 5).join(", ")}${more}. Nothing was changed.`,
  );
}

/** Throws a StartError when this build does not know a migration the data was written with. */
export function checkMigrations(hashes, folder) {
  const known = new Set(readMigrations(folder).map(({ hash }) => hash));
  if (hashes.every((hash) => known.has(hash))) return;
  throw new StartError("The data was written by a newer version of this product; use that version instead.");
}

/**
 * Fills an empty database inside the caller's transaction: the schema as the data had it, the rows, a comparison of
 * every table as it stands with what was sent, the schema's later migrations.
 * `tables`: what the data has; `contents`: yields `{ name, pages }` for each of them;
 * `expected(name)`: `{ rows, digest }`, when it was known before.
 */
export async function loadTables(client, { migrations, tables, contents, expected, folder, signal, progress }) {
  const known = readMigrations(folder);
  const had = new Set(migrations);
  await applyMigrations(
    client,
    known.filter(({ hash }) => had.has(hash)),
    known,
  );
  await client.query(PLAIN_TEXT);
  checkShape(tables, await readTables(client, { all: true }));
  for (const table of tables) await addPartitions(client, table);
  const keys = await dropForeignKeys(client);
  // Rows a migration brought with it are in the data too.
  await client.query(`truncate ${tables.map(({ name }) => `public.${quote(name)}`).join(", ")}`);
  const sent = new Map();
  let rows = 0;
  for await (const { name, pages } of contents()) {
    const table = tables.find((one) => one.name === name);
    const digest = new RowDigest();
    for await (const lines of pages) {
      signal?.throwIfAborted();
      await insertPage(client, table, lines);
      for (const line of lines) digest.add(line);
      rows += lines.length;
      progress.rows(rows);
    }
    sent.set(name, expected?.(name) ?? { rows: digest.rows, digest: digest.text });
  }
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`);
  }
  for (const table of tables) await compare(client, table, sent.get(table.name), signal);
  await setSequences(client, tables);
  await applyMigrations(client, known, known);
  return rows;
}

/**
 * Names and types must be those of the schema, in the order of the data. An archive of an earlier version may carry what is
 * left out today.
 */
export function checkShape(tables, present) {
  const shape = (all) => all.map(({ name, columns }) => `${name}(${columns.map((c) => `${c.name} ${c.type}`).join()})`);
  const found = new Set(shape(present));
  const strange = shape(tables).find((text) => !found.has(text));
  const carried = new Set(tables.map(({ name }) => name));
  if (!strange && present.every(({ name }) => carried.has(name) || LEFT_OUT.has(name))) return;
  throw new StartError(`The data does not fit its schema (${strange?.split("(")[0] ?? "a table is missing"}).`);
}

async function addPartitions(client, { name, partitions }) {
  for (const partition of partitions) {
    if (!NAME.test(partition.name) || !BOUND.test(partition.bound)) throw new StartError("Unknown partition.");
    await client.query(
      `create table if not exists public.${quote(partition.name)} partition of public.${quote(name)} ${partition.bound}`,
    );
  }
}

/** Rows come in no particular order and may refer to each other in circles; the keys come back when all are there. */
async function dropForeignKeys(client) {
  const { rows } = await client.query(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quote(name)}`);
  return rows;
}

async function compare(client, table, sent, signal) {
  const found = await digestTable(client, table, signal);
  if (sent && found.rows === sent.rows && found.text === sent.digest) return;
  throw new StartError(
    `The table ${table.name} did not arrive as it was sent (${found.rows} of ${sent?.rows ?? 0} rows).`,
  );
}

/** A sequence goes on behind the highest number that arrived. */
async function setSequences(client, tables) {
  for (const { name, columns } of tables) {
    for (const column of columns) {
      const place = [`public.${quote(name)}`, column.name];
      const { rows } = await client.query("select pg_get_serial_sequence($1, $2) as sequence", place);
      if (!rows[0].sequence) continue;
      await client.query(
        `select setval($1, (select coalesce(max(${quote(column.name)}), 0) + 1 from ${place[0]}), false)`,
        [rows[0].sequence],
      );
    }
  }
}
