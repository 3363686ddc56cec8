import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResult } from "pg";
import { pool } from "./client";

const dialect = new PgDialect();

/**
 * Runs a statement of the answer's path under a name, so that it is parsed and planned once a connection. Never inside a
 * transaction.
 */
export function executeHot(name: string, statement: SQL): Promise<QueryResult> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return pool().query({ name, text, values: params });
}

/** As `executeHot`, a statement that is put together in several ways, by what there is to ask: each goes by a name of its own. */
export function executeShaped(name: string, statement: SQL): Promise<QueryResult> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const shape = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return pool().query({ name: `${name}_${shape}`, text, values: params });
}
