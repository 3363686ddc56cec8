// What chaos must not have done: judged by the tables, the supplier's own list of calls, and a restored backup.
import path from "node:path";
import pg from "pg";
import { readRunFile } from "../../scripts/lib/run-file.mjs";
import { documentsRead, openDocument } from "./kept-documents.mjs";
import { runScript } from "./operations.mjs";
import { signIn, startProduct } from "./product.mjs";

/** After the last kill a lease runs out, a heartbeat falls silent, and what was left is taken up. */
const SETTLE_MS = 90_000;
/** A busy machine reads documents slowly: so long may reading go on as long as it gets somewhere. */
const READ_MS = 240_000;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const UNDER_WAY = {
  "messages streaming": "select count(*)::int from chat_messages where status = 'streaming'",
  "answers running": "select count(*)::int from runs where status = 'running'",
  "calls not settled": "select count(*)::int from usage_ledger where settled_at is null",
  "tasks under way": "select count(*)::int from tasks where status in ('waiting', 'running')",
};
const READING =
  "select count(*)::int from parsed_versions where status in ('uploaded', 'parsing', 'segmenting', 'building')";

async function withDatabase({ env }, work) {
  const connection = env.DATABASE_URL
    ? { connectionString: env.DATABASE_URL }
    : { host: (await readRunFile(env.DATA_DIR)).socketDir, user: "postgres", database: "postgres" };
  const db = new pg.Client(connection);
  await db.connect();
  try {
    return await work(async (text, values) => (await db.query(text, values)).rows);
  } finally {
    await db.end();
  }
}

/** Waits until nothing is under way any more; answers what still is when its time is over. */
export async function settle(world) {
  const began = Date.now();
  let unread = Number.POSITIVE_INFINITY;
  let movedAt = began;
  for (;;) {
    const left = await withDatabase(world, async (rows) => {
      const found = [];
      for (const [what, text] of Object.entries(UNDER_WAY)) {
        const [{ count }] = await rows(text);
        if (count > 0) found.push(`${count} ${what}`);
      }
      const [{ count }] = await rows(READING);
      if (count < unread) movedAt = Date.now();
      unread = count;
      return found;
    });
    if (left.length === 0 && unread === 0) return [];
    const isLate = left.length > 0 && Date.now() - began > SETTLE_MS;
    const isStill = unread > 0 && (Date.now() - movedAt > SETTLE_MS || Date.now() - began > READ_MS);
    if (isLate || isStill) return unread > 0 && isStill ? [...left, `${unread} documents being read`] : left;
    await pause(1000);
  }
}

/** What of the acknowledged things is not there, and what the supplier was asked more than once. */
export async function findings(world) {
  const lost = await withDatabase(world, (rows) => missing(world, rows));
  const asked = Map.groupBy(
    world.fake.state.requests.filter(({ body }) => body?.messages),
    ({ body }) => textOf(body.messages.findLast(({ role }) => role === "user")?.content),
  );
  const stored = await withDatabase(world, (rows) =>
    rows("select idempotency_key as key, count(*)::int as runs from runs group by 1"),
  );
  const runsOf = new Map(stored.map(({ key, runs }) => [key, runs]));
  const twice = world.questions
    .map((question) => ({ ...question, calls: asked.get(question.text)?.length ?? 0 }))
    .filter(({ calls }) => calls > 1);
  // A process that dies between opening the call and storing the question (ARCHITECTURE 6) leaves nothing to know it by:
  // the browser sends it again. Anything stored once is never asked again.
  const isRetry = ({ key, calls, sent }) => calls <= sent && (runsOf.get(key) ?? 0) <= 1;
  const doubled = twice
    .filter((question) => !isRetry(question))
    .map(({ text, calls, sent, key }) => `${text}: ${calls} calls, ${sent} sent, ${runsOf.get(key) ?? 0} stored`);
  return { lost, doubled, retried: twice.filter(isRetry).length };
}

const textOf = (content) =>
  typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("");

async function missing(world, rows) {
  const lost = [];
  const tell = (what) => lost.push(what);
  const messages = await rows("select session_id, role, status, parts::text as parts from chat_messages");
  const questions = new Map(
    messages.filter(({ role }) => role === "user").map(({ parts }) => [/canary [\w-]+/.exec(parts)?.[0], true]),
  );
  const answers = messages.filter(({ role }) => role === "assistant").map(({ parts }) => JSON.parse(parts));
  const said = new Set(answers.map((parts) => parts.map(({ text }) => text ?? "").join("")));
  for (const { acknowledged, heard, text } of world.questions) {
    if (acknowledged && !questions.has(text)) tell(`question ${text}`);
    if (heard !== undefined && !said.has(heard)) tell(`answer to ${text}`);
  }
  const documents = await rows(
    "select d.id, p.status, p.failure, p.characters from documents d join files f on f.id = d.file_id join parsed_versions p on p.version_id = f.current_version_id",
  );
  const known = new Map(documents.map((row) => [row.id, row]));
  for (const { id, canary } of world.documents) {
    const row = known.get(id);
    if (!row) tell(`document ${canary}`);
    else if (row.failure) tell(`document ${canary}: ${row.failure}`);
  }
  const names = new Map((await rows("select id, name from users")).map(({ id, name }) => [id, name]));
  for (const { id, account, names: possible } of world.people) {
    if (!names.has(id)) tell(`person ${account}`);
    else if (possible && !possible.includes(names.get(id))) tell(`name of ${account}: ${names.get(id)}`);
  }
  for (const table of ["roles", "departments"]) {
    const there = new Set((await rows(`select id from ${table}`)).map(({ id }) => id));
    for (const { id, name } of world[table]) if (!there.has(id)) tell(`${table}: ${name}`);
  }
  return lost;
}

/** Puts the backup into a fresh folder and starts the product on it. `whole`, or what was not right. */
export async function restoresWhole(world) {
  if (!world.backup) return `none came through (${world.backupFailure ?? "never tried"})`;
  const env = { ...world.env, DATABASE_URL: "", DATA_DIR: path.join(world.work, "restored") };
  const done = await runScript("restore", ["--from", world.backup.file], env);
  if (done.code !== 0) return `not restored: ${done.output.trim().split("\n").at(-1)}`;
  const product = await startProduct(env);
  try {
    const api = await signIn(product.url);
    await documentsRead(api, product.url);
    // What was acknowledged before the backup began; names and answers may have changed since.
    const isBefore = ({ at }) => at !== undefined && at < world.backup.began;
    const earlier = {
      ...world,
      env,
      questions: world.questions.filter(isBefore).map((question) => ({ ...question, heard: undefined })),
      documents: world.documents.filter(isBefore),
      people: world.people.filter(isBefore).map((person) => ({ ...person, names: null })),
      roles: world.roles.filter(isBefore),
      departments: world.departments.filter(isBefore),
    };
    const lost = await withDatabase(earlier, (rows) => missing(earlier, rows));
    if (lost.length > 0) return `without ${lost.join(", ")}`;
    const { items } = await api.get(`${product.url}/api/documents?pageSize=1`);
    if (items.length === 0) return "without a document";
    await openDocument(api, product.url, items[0]);
    return "whole";
  } finally {
    await product.stop();
  }
}
