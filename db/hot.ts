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
