import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool, type PoolClient } from "pg";
import postgres from "postgres";
import { env } from "@/lib/config/env";
import { guardPool, inTransaction } from "./transaction-guard";

/*
 * The only file that knows the drivers. Queries, transactions and pg-boss go through one `pg` pool; `postgres` carries
 * LISTEN/NOTIFY between processes, where its self-healing subscription is what we want (ARCHITECTURE 1).
 */
export type Database = NodePgDatabase;
/** A transaction of `Database`. Inside one, use it for every query: the outer client would wait for itself. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** What queries take: the database or the transaction they run in. */
export type Queryable = Database | Transaction;

export type Engine = "pglite" | "postgres";

/**
 * Of a connection to Postgres. A filtered search by vectors goes on until it has enough (ARCHITECTURE 7).
 * Compiling a statement takes 0.1 s, more than any of ours that it would be done for.
 */
const SETTINGS = ["plan_cache_mode=force_generic_plan", "jit=off", "hnsw.iterative_scan=relaxed_order"]
  .map((setting) => `-c ${setting}`)
  .join(" ");

interface Connection {
  pool: Pool;
  db: Database;
  channel?: ReturnType<typeof postgres>;
}

// Routes and instrumentation may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __database?: Connection; __statements?: Map<string, number> };
shared.__statements ??= new Map();
const statements = shared.__statements;

export function engine(): Engine {
  return env().DATABASE_URL ? "postgres" : "pglite";
}

function connect(): Connection {
  const { DATABASE_URL, DATABASE_SOCKET, NODE_ENV } = env();
  if (!DATABASE_URL && !DATABASE_SOCKET) {
    throw new Error("No database: start the product with `npm start`, or set DATABASE_URL.");
  }
  const pool = new Pool({
    ...(DATABASE_URL
      ? { connectionString: DATABASE_URL }
      : { host: DATABASE_SOCKET, user: "postgres", database: "postgres" }),
    // A few busy connections beat many idle ones: statements are short and a prepared one is planned once a connection.
    max: DATABASE_URL ? 10 : 8,
    connectionTimeoutMillis: 10_000,
    // A connection knows its named statements: on the embedded database it is kept, there is nobody to spare it for.
    idleTimeoutMillis: DATABASE_URL ? 30_000 : 0,
    // Postgres only: the embedded engine can neither cancel nor time a statement out.
    ...(DATABASE_URL ? { statement_timeout: 30_000, application_name: "web", options: SETTINGS } : {}),
  });
  // Without both listeners a connection that dies while idle or checked out ends the process (TRAPS b2).
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("connect", countStatements);
  const database = drizzle(pool);
  if (NODE_ENV === "test") {
    guardPool(pool);
    const transaction = database.transaction.bind(database);
    database.transaction = (work, config) => transaction((tx) => inTransaction(() => work(tx)), config);
  }
  return { pool, db: database };
}

/** How often each named statement was sent, and all others together, under an empty name. */
export function sentStatements(): ReadonlyMap<string, number> {
  return statements;
}

function countStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const name = (args[0] as { name?: string } | undefined)?.name ?? "";
    statements.set(name, (statements.get(name) ?? 0) + 1);
    return query(...args);
  }) as typeof client.query;
}

function connection(): Connection {
  shared.__database ??= connect();
  return shared.__database;
}

/** The database, opened at first use: `next build` evaluates modules without one. */
export function db(): Database {
  return connection().db;
}

export function pool(): Pool {
  return connection().pool;
}

/** Postgres' LISTEN/NOTIFY connection; undefined on the embedded database, where one process needs none. */
export function notifyChannel(): ReturnType<typeof postgres> | undefined {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) return undefined;
  const current = connection();
  current.channel ??= postgres(DATABASE_URL, { max: 1, onnotice: () => undefined });
  return current.channel;
}

/** Whether the database answers, within `timeoutMs` milliseconds. */
export async function databaseAnswers(timeoutMs = 3000): Promise<boolean> {
  const timer = Promise.withResolvers<boolean>();
  const handle = setTimeout(() => timer.resolve(false), timeoutMs);
  const ping = db()
    .execute(sql`select 1`)
    .then(
      () => true,
      () => false,
    );
  return Promise.race([ping, timer.promise]).finally(() => clearTimeout(handle));
}

export async function closeDatabase(): Promise<void> {
  const open = shared.__database;
  shared.__database = undefined;
  await open?.channel?.end({ timeout: 1 });
  await open?.pool.end();
}

/** The constraint a write ran into, or undefined when the error is no unique violation (Postgres 23505). */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = (error as { cause?: { code?: string; constraint?: string } }).cause;
  return cause?.code === "23505" ? (cause.constraint ?? "") : undefined;
}
