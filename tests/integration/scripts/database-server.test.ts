/** @runs first, once: starts an embedded database of its own. */
import { rm } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { Client, Pool } from "pg";
import postgres from "postgres";
import { repeated } from "@/tests/factories/counts";
import { startDatabase } from "../../../scripts/lib/database-process.mjs";
import { makeUsedDataDir } from "./product";

type Database = Awaited<ReturnType<typeof startDatabase>>;
let database: Database;
let dataDir: string;

jest.setTimeout(120_000);

/** Long enough for who is only kept waiting by a busy machine. */
const MAX_IDLE_MS = 2000;

beforeAll(async () => {
  dataDir = await makeUsedDataDir();
  database = await startDatabase({ dataDir, maxIdleInTransaction: MAX_IDLE_MS });
});

afterAll(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const settings = () => ({ host: database.socketDir, user: "postgres", database: "postgres" });

function openPool(max: number): Pool {
  const pool = new Pool({ ...settings(), max, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

async function openClient(): Promise<Client> {
  const client = new Client(settings());
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** As a process that was killed leaves its connection: without a word. */
function cut(client: Client): void {
  (client as unknown as { connection: { stream: net.Socket } }).connection.stream.destroy();
}

test("20 clients with distinct queries and transactions get thousands of answers, none of them another's", async () => {
  const CLIENTS = 20;
  const ROUNDS = repeated(50, 250); // four answers each
  const pool = openPool(CLIENTS - 4);
  // Sends Parse, waits, then Bind: the pattern in which mixed frames are seen soonest.
  const other = postgres({ ...settings(), max: 4, prepare: false, onnotice: () => {} });
  await pool.query("create table answers (client int, round int, primary key (client, round))");
  let wrong = 0;
  let answers = 0;
  const check = (given: unknown, expected: unknown) => {
    answers += 1;
    if (JSON.stringify(given) !== JSON.stringify(expected)) wrong += 1;
  };
  async function viaPg(client: number) {
    for (let round = 0; round < ROUNDS; round++) {
      const name = `c${client}_${round}`;
      check((await pool.query(`select $1::int as ${name}`, [round])).rows, [{ [name]: round }]);
      const tx = await pool.connect();
      await tx.query("begin");
      await tx.query("insert into answers values ($1, $2)", [client, round]);
      const seen = await tx.query("select count(*)::int as n from answers where client = $1", [client]);
      check(seen.rows, [{ n: round + 1 }]);
      await tx.query("commit");
      tx.release();
      const text = `客户 ${client} ${"x".repeat(round)}`;
      check((await pool.query("select $1::text as t, $2::int as r", [text, round])).rows, [{ t: text, r: round }]);
      const list = await pool.query(`select g as ${name}_g from generate_series(1, $1::int) g`, [client]);
      check(list.rows.length, client);
    }
  }
  async function viaPostgres(client: number) {
    for (let round = 0; round < ROUNDS; round++) {
      check([...(await other`select ${client}::int as a, ${round}::int as b`)], [{ a: client, b: round }]);
      const inside = await other.begin(async (sql) => {
        await sql`insert into answers values (${client}, ${round})`;
        return sql`select count(*)::int as n from answers where client = ${client}`;
      });
      check([...inside], [{ n: round + 1 }]);
      check([...(await other`select ${`p${client}.${round}`}::text as t`)], [{ t: `p${client}.${round}` }]);
      check([...(await other`select ${round}::int + ${client}::int as s`)], [{ s: round + client }]);
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, index) => index + 1);
  await Promise.all(clients.map((client) => (client > CLIENTS - 4 ? viaPostgres(client) : viaPg(client))));
  const stored = await pool.query("select count(*)::int as n from answers");
  await pool.end();
  await other.end();
  expect({ answers, wrong, stored: stored.rows[0].n }).toEqual({
    answers: CLIENTS * ROUNDS * 4,
    wrong: 0,
    stored: CLIENTS * ROUNDS,
  });
});

test("statements two clients give the same name are kept apart, and closed with their client", async () => {
  const [one, two] = [await openClient(), await openClient()];
  const ask = async (client: Client, text: string, n: number) =>
    (await client.query({ name: "same", text, values: [n] })).rows[0];
  const given: unknown[] = [];
  for (const n of [1, 2]) {
    given.push(await ask(one, "select $1::int as one", n), await ask(two, "select $1::int * 10 as two", n));
  }
  expect(given).toEqual([{ one: 1 }, { two: 10 }, { one: 2 }, { two: 20 }]);
  // One that fails, and one that was never parsed, spoil nothing.
  await expect(one.query({ name: "broken", text: "select $1::int / 0", values: [1] })).rejects.toThrow(/zero/);
  await expect(one.query({ name: "wrong", text: "select nothing from nowhere", values: [1] })).rejects.toThrow(
    /nowhere/,
  );
  expect(await ask(one, "select $1::int as one", 3)).toEqual({ one: 3 });
  const names = async () =>
    (await two.query("select name from pg_prepared_statements")).rows.map(({ name }) => name.split("_").at(-1)).sort();
  expect(await names()).toEqual(["broken", "same", "same"]);
  cut(one);
  for (let left = 100; (await names()).length > 1 && left > 0; left--) await new Promise((go) => setTimeout(go, 20));
  expect(await names()).toEqual(["same"]);
  expect(await ask(two, "select $1::int * 10 as two", 3)).toEqual({ two: 30 });
  await two.end();
});

test("a client that dies in a transaction frees the backend, and its writes are gone", async () => {
  const witness = await openClient();
  await witness.query("create table deaths (n int)");
  const dying = await openClient();
  await dying.query("begin");
  await dying.query("insert into deaths values (1)");
  const waiting = witness.query("select count(*)::int as n from deaths");
  cut(dying);
  expect((await waiting).rows).toEqual([{ n: 0 }]);
  await witness.end();
});

test("a client that dies in a failed transaction, or between its frames, frees the backend as well", async () => {
  const failed = await openClient();
  await failed.query("begin");
  await expect(failed.query("select * from nowhere")).rejects.toThrow(/nowhere/);
  const half = await openClient();
  const text = Buffer.from("\0select 1\0\0\0");
  const parse = Buffer.concat([Buffer.from("P"), Buffer.alloc(4), text]);
  parse.writeInt32BE(4 + text.length, 1);
  const witness = await openClientLater(() => {
    cut(failed);
    (half as unknown as { connection: { stream: net.Socket } }).connection.stream.write(parse, () => cut(half));
  });
  expect((await witness.query("select 7 as n")).rows).toEqual([{ n: 7 }]);
  await witness.end();
});

/** Connects while the backend is taken, so that only `free` lets it in. */
async function openClientLater(free: () => void): Promise<Client> {
  const opening = openClient();
  free();
  return opening;
}

test("a forgotten transaction is cut: the next client goes on, the forgetful one learns it", async () => {
  const witness = await openClient();
  await witness.query("create table forgotten (n int)");
  const forgetful = await openClient();
  await forgetful.query("begin");
  await forgetful.query("insert into forgotten values (1)");
  expect((await witness.query("select count(*)::int as n from forgotten")).rows).toEqual([{ n: 0 }]);
  await expect(forgetful.query("commit")).rejects.toThrow();
  await witness.end();
});

test("a client that sends nonsense, half a frame or asks to cancel disturbs nobody", async () => {
  const connect = () => net.connect(path.join(database.socketDir, ".s.PGSQL.5432"));
  const nonsense = connect();
  nonsense.on("error", () => {});
  nonsense.write(Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  await new Promise((resolve) => nonsense.once("close", resolve));
  const silent = connect();
  silent.write(Buffer.from([0, 0, 0, 50, 0, 3, 0, 0, 1]));
  const cancel = connect();
  cancel.write(Buffer.from([0, 0, 0, 16, 4, 210, 22, 46, 0, 0, 0, 1, 0, 0, 0, 1]));
  cancel.resume();
  await new Promise((resolve) => cancel.once("end", resolve));
  const witness = await openClient();
  expect((await witness.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
  await witness.end();
  silent.destroy();
});

test("killed under load it leaves no request hanging, comes back by itself and has every acknowledged row", async () => {
  const pool = openPool(8);
  await pool.query("create table kept (n int primary key)");
  const acknowledged: number[] = [];
  let failures = 0;
  let afterRestart = 0;
  let killedAt = Number.POSITIVE_INFINITY;
  let number = 0;
  async function load(): Promise<void> {
    while (afterRestart < 200) {
      const n = ++number;
      try {
        await pool.query("insert into kept values ($1)", [n]);
        acknowledged.push(n);
        if (n > killedAt && failures > 0) afterRestart += 1;
      } catch {
        failures += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      if (n === 400) {
        killedAt = n;
        process.kill(database.pid, "SIGKILL");
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, load)); // a request that hangs would keep this from ending
  const { rows } = await pool.query("select n from kept");
  await pool.end();
  const stored = new Set(rows.map((row) => row.n));
  expect(failures).toBeGreaterThan(0);
  expect(acknowledged.filter((n) => !stored.has(n))).toEqual([]);
});
