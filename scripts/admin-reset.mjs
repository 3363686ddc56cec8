// `npm run admin:reset [-- account]`: a new password for the administrator, printed once. Works while the product runs.
import { randomInt } from "node:crypto";
import { hash } from "@node-rs/argon2";
import pg from "pg";
import { reachDatabase } from "./lib/database-access.mjs";
import { readEnvironment } from "./lib/environment.mjs";
import { StartError, say, sayFailure } from "./lib/report.mjs";

const LENGTH = 20;
// No characters that look like another one: it will be typed from a screen.
const KINDS = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnopqrstuvwxyz", "23456789"];

function newPassword() {
  const all = KINDS.join("");
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => all[randomInt(all.length)]).join("");
    if (KINDS.every((kind) => [...password].some((letter) => kind.includes(letter)))) return password;
  }
}

async function reset(client, account, passwordHash) {
  await client.query("begin");
  const { rows } = await client.query(
    `update users set password_hash = $2, must_change_password = true, status = 'enabled',
            session_version = session_version + 1, updated_at = now()
      where account = $1 and anonymized_at is null returning id`,
    [account, passwordHash],
  );
  if (rows.length === 0) throw new StartError(`There is no account named ${account}.`);
  await client.query("update sessions set revoked_at = now() where user_id = $1 and revoked_at is null", [rows[0].id]);
  await client.query("delete from login_attempts where account = $1", [account]);
  await client.query("commit");
}

async function connect(connection) {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The database cannot be reached (${error.code ?? error.message}).`);
  }
  return client;
}

async function run() {
  const settings = await readEnvironment();
  const account = (process.argv[2] ?? settings.adminUsername).normalize("NFKC").trim().toLowerCase();
  const database = await reachDatabase(settings);
  try {
    const client = await connect(database.connection);
    const password = newPassword();
    try {
      await reset(client, account, await hash(password));
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error.code === "42P01" ? new StartError("The database is empty; start the product once first.") : error;
    } finally {
      await client.end();
    }
    say(`New password of ${account} (shown only this once): ${password}`);
    say("It must be changed at the next login; everyone logged in with this account has been logged out.");
  } finally {
    await database.close();
  }
}

run().catch((error) => {
  sayFailure(error);
  process.exitCode = 1;
});
