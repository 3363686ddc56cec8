import { hash } from "node:crypto";
import { quote } from "./catalog.mjs";

/** Text of one page of rows: enough to be quick, little enough to be held several times over. */
const PAGE_BYTES = 2_000_000;
const FIRST_PAGE = 100;
const MOST_ROWS = 5000;

/** A sum over the rows of a table in which their order does not count: engines keep and sort them differently. */
export class RowDigest {
  rows = 0;
  #sum = 0n;

  add(line) {
    this.rows++;
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${hash("sha256", line)}`));
  }

  get text() {
    return this.#sum.toString(16).padStart(64, "0");
  }
}

/**
 * The rows of a table as lines of JSON, each an array of the columns' texts, a page at a time. Inside a transaction.
 * A value's own text comes back as exactly the same value, whatever its type.
 */
export async function* readPages(client, { name, columns }) {
  const values = columns.map((column) => `${quote(column.name)}::text`).join(", ");
  await client.query(
    `declare backup_rows no scroll cursor for select array_to_json(array[${values}]::text[])::text as line from public.${quote(name)}`,
  );
  let size = FIRST_PAGE;
  for (;;) {
    const { rows } = await client.query(`fetch forward ${size} from backup_rows`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < size) break;
    const bytes = rows.reduce((sum, { line }) => sum + line.length, 0);
    size = Math.max(1, Math.min(MOST_ROWS, Math.floor((PAGE_BYTES / bytes) * rows.length)));
  }
  await client.query("close backup_rows");
}

/** Cuts lines into pages that are right for `insertPage`. */
export async function* inPages(lines) {
  let page = [];
  let bytes = 0;
  for await (const line of lines) {
    page.push(line);
    bytes += line.length;
    if (bytes < PAGE_BYTES && page.length < MOST_ROWS) continue;
    yield page;
    page = [];
    bytes = 0;
  }
  if (page.length > 0) yield page;
}

/** Writes lines of `readPages` into the table of the same name. */
export async function insertPage(client, { name, columns }, lines) {
  const names = columns.map((column) => quote(column.name)).join(", ");
  const values = columns.map((column, index) => `(r->>${index})::${column.type}`).join(", ");
  await client.query(
    `insert into public.${quote(name)} (${names}) overriding system value select ${values} from jsonb_array_elements($1::jsonb) r`,
    [`[${lines.join(",")}]`],
  );
}

/** Counts a table and sums its rows up as they are now. */
export async function digestTable(client, table, signal) {
  const digest = new RowDigest();
  for await (const page of readPages(client, table)) {
    signal?.throwIfAborted();
    for (const line of page) digest.add(line);
  }
  return digest;
}
