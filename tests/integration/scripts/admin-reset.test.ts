/** @runs once: starts an embedded database of its own. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { verify } from "@node-rs/argon2";
import { Pool } from "pg";
import { startDatabase } from "../../../scripts/lib/database-process.mjs";
import { Product } from "./product";

jest.setTimeout(60_000);

let product: Product;
const admin = randomUUID();
const other = randomUUID();

/** Runs `npm run admin:reset` as its script. */
async function reset(...args: string[]) {
  const child = spawn(process.execPath, [path.join(process.cwd(), "scripts/admin-reset.mjs"), ...args], {
    env: { ...process.env, NODE_OPTIONS: "", DATA_DIR: product.dataDir, ADMIN_USERNAME: "admin", DATABASE_URL: "" },
  });
  const output: string[] = [];
  child.stdout.on("data", (data) => output.push(String(data)));
  child.stderr.on("data", (data) => output.push(String(data)));
  const code = await new Promise((resolve) => child.once("close", resolve));
  const text = output.join("");
  return { code, text, password: /once\): (\S+)/.exec(text)?.[1] ?? "" };
}

async function withDatabase<T>(socketDir: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = new Pool({ host: socketDir, user: "postgres", database: "postgres", max: 2 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const runningSocket = async () => JSON.parse(await readFile(path.join(product.dataDir, "run.json"), "utf8")).socketDir;

const person = (id: string) => (pool: Pool) =>
  pool
    .query(
      `select u.*, (select count(*)::int from sessions s where s.user_id = u.id and s.revoked_at is null) as live,
              (select count(*)::int from login_attempts l where l.account = u.account) as attempts
         from users u where u.id = $1`,
      [id],
    )
    .then(({ rows }) => rows[0]);

beforeAll(async () => {
  product = await (await Product.start()).untilReady();
  await withDatabase(await runningSocket(), async (pool) => {
    for (const [id, account] of [
      [admin, "admin"],
      [other, "other"],
    ]) {
      const hash = "kept";
      await pool.query(
        "insert into users (id, account, name, status, password_hash) values ($1, $2, $2, 'disabled', $3)",
        [id, account, hash],
      );
      await pool.query(
        "insert into sessions (id, user_id, token_hash, method, expires_at) values ($1, $2, $3, 'password', now() + interval '1 day')",
        [randomUUID(), id, randomUUID()],
      );
      await pool.query(
        "insert into login_attempts (account, address, locked_until) values ($1, '10.0.0.1', now() + interval '1 hour')",
        [account],
      );
    }
  });
});

afterAll(() => product.remove());

test("while the product runs: a new password that must be changed, the lock lifted, the sessions ended", async () => {
  const { code, text, password } = await reset();
  expect({ code, lines: text.trim().split("\n").length }).toEqual({ code: 0, lines: 2 });
  const row = await withDatabase(await runningSocket(), person(admin));
  expect(await verify(row.password_hash, password)).toBe(true);
  expect(password).toMatch(/^(?=.*\d)(?=.*[a-z])(?=.*[A-Z]).{20}$/);
  expect(row).toMatchObject({
    must_change_password: true,
    status: "enabled",
    session_version: 1,
    live: 0,
    attempts: 0,
  });
});

test("nobody else's password, sessions or lock change", async () => {
  await reset();
  const row = await withDatabase(await runningSocket(), person(other));
  expect(row).toMatchObject({ password_hash: "kept", status: "disabled", session_version: 0, live: 1, attempts: 1 });
});

test("an account that is not there is told, and nothing is printed that looks like a password", async () => {
  expect(await reset("nobody")).toEqual({ code: 1, text: "There is no account named nobody.\n", password: "" });
});

test("the note of where the database is can be read by this user alone", async () => {
  expect((await stat(path.join(product.dataDir, "run.json"))).mode & 0o777).toBe(0o600);
});

test("while the product is stopped: it opens the database itself and leaves nothing running", async () => {
  product.child.kill("SIGTERM");
  await product.ended;
  const { code, password } = await reset(" ADMIN ");
  expect(code).toBe(0);
  expect([await product.databasePid(), await product.lockedBy()]).toEqual([null, null]);
  const database = await startDatabase({ dataDir: product.dataDir });
  const row = await withDatabase(database.socketDir, person(admin));
  await database.stop();
  expect(await verify(row.password_hash, password)).toBe(true);
});
