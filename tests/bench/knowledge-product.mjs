// The parts of `bench:knowledge` that go through the calls of a running product. Each answers rows of the table.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { projectNode, root } from "../../scripts/lib/root.mjs";
import { loopDelay, median, PORTS, post, rss, signedInPeople } from "./lib.mjs";
import { libraryOf, squadSet } from "./retrieval-sets.mjs";

const run = promisify(execFile);
const TOP = 10;
const UPLOAD_FILES = 10;
const POLL_MS = 200;
const READY_MS = 600_000;
export const WHOLE = { mode: "none", maxTokens: 4000, overlap: 0 };
/** As a base has it at first. */
const SLICED = { mode: "single", maxTokens: 320, overlap: 40 };
const MIB = 2 ** 20;

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const quantile = (list, part) => list.toSorted((a, b) => a - b)[Math.floor(part * (list.length - 1))];
/** A row of the table: what was measured, and whether it is as it has to be. */
export const row = (name, value, goal, isMet) => ({ name, value, goal, isMet });
export const ms = (value) => `${value.toFixed(1)} ms`;
export const atMost = (name, value, goal) => row(name, ms(value), `<= ${goal} ms`, value <= goal);

export async function get(at, route) {
  const response = await fetch(`${at.address}/api${route}`, { headers: { authorization: at.token } });
  const answer = await response.json();
  if (answer.code !== 200) throw new Error(`${route}: ${answer.code} ${answer.message}`);
  return answer.data;
}

export const makeBase = async (at, input) => (await post(`${at.address}/api/knowledge/bases`, input, at.token)).id;

export async function upload(at, baseId, files, segmentation) {
  for (let from = 0; from < files.length; from += UPLOAD_FILES) {
    const form = new FormData();
    for (const { name, text } of files.slice(from, from + UPLOAD_FILES)) form.append("files", new Blob([text]), name);
    form.set("segmentation", JSON.stringify(segmentation));
    const headers = { authorization: at.token };
    const response = await fetch(`${at.address}/api/knowledge/bases/${baseId}/files`, {
      method: "POST",
      headers,
      body: form,
    });
    const { code, data, message } = await response.json();
    const refused = data?.items.find(({ id }) => !id);
    if (code !== 200 || refused) throw new Error(`upload: ${message} ${refused?.message ?? ""}`);
  }
}

/** Waits until all files of a base answer; how many slices they have. */
export async function untilReady(at, baseId, count) {
  for (const end = performance.now() + READY_MS; performance.now() < end; await wait(POLL_MS)) {
    const { total } = await get(at, `/knowledge/bases/${baseId}/files?status=ready&pageSize=1`);
    if (total < count && (await failureOf(at, baseId))) break;
    if (total < count) continue;
    const { rows } = await at.pool.query(
      "select sum(slice_count)::int as slices from knowledge_files where base_id = $1",
      [baseId],
    );
    return rows[0].slices;
  }
  throw new Error(`files are not ready: ${(await failureOf(at, baseId)) ?? "still at work"}`);
}

async function failureOf(at, baseId) {
  const { rows } = await at.pool.query(
    "select failure from knowledge_files where base_id = $1 and failure is not null limit 1",
    [baseId],
  );
  return rows[0]?.failure;
}

/** Questions find the passage they were asked about no less often than where the passages are ingested directly. */
export async function quality(at) {
  const { items: models } = await get(at, "/knowledge/models");
  const builtin = models.find(({ name }) => name.startsWith("builtin"));
  const rows = [];
  for (const [name, json] of at.sets) {
    const set = squadSet(json, { half: at.isQuick ? 0 : null });
    const baseId = await makeBase(at, { name: `quality ${path.basename(name)}`, embeddingModelId: builtin.id });
    await upload(
      at,
      baseId,
      set.passages.map((text, number) => ({ name: `${number}.txt`, text })),
      WHOLE,
    );
    await untilReady(at, baseId, set.passages.length);
    let [first, reciprocal] = [0, 0];
    for (const { text, gains } of set.questions) {
      const { hits } = await post(
        `${at.address}/api/knowledge/recall`,
        { baseIds: [baseId], query: text, topK: TOP },
        at.token,
      );
      const rank = hits.findIndex(({ fileName }) => gains.has(Number(fileName.split(".")[0]))) + 1;
      if (rank === 1) first++;
      if (rank > 0) reciprocal += 1 / rank;
    }
    const direct = await directly(name, at.isQuick);
    const share = (sum) => (100 * sum) / set.questions.length;
    for (const [what, value, goal] of [
      ["recall@1", share(first), direct.first],
      ["MRR@10", share(reciprocal), direct.reciprocal],
    ])
      rows.push(
        row(
          `${path.basename(name)}, ${what}`,
          `${value.toFixed(2)} %`,
          `>= ${goal.toFixed(2)} %`,
          value >= goal - 0.005,
        ),
      );
  }
  return rows;
}

/** What `bench:retrieval` finds on the same set. */
async function directly(name, isQuick) {
  const args = ["--experimental-transform-types", "--disable-warning=ExperimentalWarning"];
  args.push(path.join(root, "tests/bench/retrieval.mjs"), name, ...(isQuick ? ["--half", "0"] : []));
  const env = { ...process.env, DATABASE_URL: "" };
  const { stdout } = await run(projectNode, args, { cwd: root, env });
  const [, first, reciprocal] = /^hybrid\s+recall@1 (\S+).*MRR@10 (\S+)/m.exec(stdout);
  return { first: Number(first), reciprocal: Number(reciprocal) };
}

const stats = () => fetch(`http://127.0.0.1:${PORTS.mock}/stats`).then((response) => response.json());

/** How many slices a second become ready, from the first byte of the upload on; and how calm the process is with a large file. */
export async function indexing(at) {
  const goal = at.engine === "postgres" ? 1000 : 200;
  const [count, each] = at.isQuick ? [10, 100] : [20, 200];
  const { texts } = libraryOf(
    at.sets.map(([, json]) => json),
    count * each + 100,
  );
  const files = Array.from({ length: count }, (_, at) => ({
    name: `library ${at}.txt`,
    text: texts.slice(at * each, (at + 1) * each).join("\n\n"),
  }));
  const rows = [];
  const pass = async (name) => {
    const baseId = await makeBase(at, { name });
    const begin = performance.now();
    await upload(at, baseId, files, SLICED);
    const slices = await untilReady(at, baseId, files.length);
    return slices / ((performance.now() - begin) / 1000);
  };
  // The first file of a process loads what reads files.
  const first = await makeBase(at, { name: "first" });
  await upload(at, first, [{ name: "first.txt", text: texts.slice(-100).join("\n\n") }], SLICED);
  await untilReady(at, first, 1);
  const bought = await pass("embeddings bought");
  const { peakEmbeddings } = await stats();
  rows.push(row("indexing, every embedding bought", `${bought.toFixed(0)} slices/s`, "", true));
  rows.push(row("calls for embeddings at once", String(peakEmbeddings), "", true));
  const known = await pass("embeddings known");
  rows.push(
    row("indexing without the embedding call", `${known.toFixed(0)} slices/s`, `>= ${goal} slices/s`, known >= goal),
  );
  return [...rows, ...(await largeFile(at, texts))];
}

async function largeFile(at, texts) {
  const bytes = (at.isQuick ? 5 : 49) * MIB;
  // In Chinese: of letters it would be more than the 30 million characters a file may have.
  const chinese = texts.filter((text) => Buffer.byteLength(text) > 2 * text.length);
  const parts = [];
  for (let size = 0, number = 0; size < bytes; number++) {
    const text = `${number}. ${chinese[number % chinese.length]}`;
    size += Buffer.byteLength(text) + 2;
    parts.push(text);
  }
  const baseId = await makeBase(at, { name: "large" });
  const before = rss(at.pid);
  await loopDelay(at.address);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, rss(at.pid));
  }, 250);
  const begin = performance.now();
  try {
    await upload(at, baseId, [{ name: "large.txt", text: parts.join("\n\n") }], SLICED);
    const slices = await untilReady(at, baseId, 1);
    const seconds = (performance.now() - begin) / 1000;
    const { p99, max } = await loopDelay(at.address);
    const size = `${Math.round(bytes / MIB)} MB file`;
    return [
      row(`${size}, ready after`, `${seconds.toFixed(0)} s, ${slices} slices`, "", true),
      row(`${size}, event loop p99`, `${ms(p99)} (at most ${ms(max)})`, "< 50 ms", p99 < 50),
      row(`${size}, memory of the web process`, `+${(peak - before).toFixed(0)} MiB`, "< 300 MiB", peak - before < 300),
    ];
  } finally {
    clearInterval(watch);
  }
}

const LISTED_BASES = 1000;
const LISTED_FILES = 10_000;

/** First pages of long lists, warm. */
export async function lists(at) {
  const { rows } = await at.pool.query("select id from users where account = 'admin'");
  const owner = rows[0].id;
  const segmentation = JSON.stringify(SLICED);
  // Of many owners: each may have so many.
  await at.pool.query(
    `with owners as (
       insert into users (id, account, name, password_hash)
       select gen_random_uuid(), 'owner ' || n, 'owner ' || n, 'none' from generate_series(0, 9) n returning id, account)
     insert into knowledge_bases (id, owner_id, name, icon, visibility, segmentation)
     select gen_random_uuid(), owners.id, 'listed ' || n, 'book', 'all', $1
     from generate_series(1, ${LISTED_BASES}) n join owners on owners.account = 'owner ' || n % 10`,
    [segmentation],
  );
  const baseId = await makeBase(at, { name: "of many files" });
  await at.pool.query(
    `with made as (
       select gen_random_uuid() as id, gen_random_uuid() as file_id, gen_random_uuid() as version_id, n
       from generate_series(1, ${LISTED_FILES}) n),
     filed as (
       insert into files (id, owner_id, name, status, current_version_id)
       select file_id, $1, 'file ' || n || '.txt', 'uploaded', version_id from made returning 1),
     versioned as (
       insert into file_versions (id, file_id, sha256, size, type, storage_key)
       select version_id, file_id, version_id::text, n, 'text/plain', version_id::text from made returning 1)
     insert into knowledge_files (id, base_id, file_id, owner_id, status, ready_version_id, slice_count)
     select id, $2, file_id, $1, 'ready', version_id, 1 from made`,
    [owner, baseId],
  );
  await at.pool.query("analyze");
  const [token] = await signedInPeople(at.address, at.pool, 1);
  const timed = async (who, route) => {
    const times = [];
    for (let round = -3; round < (at.isQuick ? 10 : 30); round++) {
      const begin = performance.now();
      await get(who, route);
      if (round >= 0) times.push(performance.now() - begin);
    }
    return quantile(times, 0.95);
  };
  const reader = { ...at, token };
  return [
    atMost(`${LISTED_BASES} bases, p95`, await timed(at, "/knowledge/bases?pageSize=20"), 100),
    atMost(`${LISTED_BASES} bases, of somebody else`, await timed(reader, "/knowledge/bases?pageSize=20"), 100),
    atMost(
      `${LISTED_FILES} files of a base, p95`,
      await timed(at, `/knowledge/bases/${baseId}/files?pageSize=20`),
      100,
    ),
    atMost(
      `${LISTED_FILES} files, by name`,
      await timed(at, `/knowledge/bases/${baseId}/files?pageSize=20&sort=name`),
      100,
    ),
    atMost(
      `${LISTED_FILES} files, a word`,
      await timed(at, `/knowledge/bases/${baseId}/files?pageSize=20&keyword=999`),
      100,
    ),
  ];
}

/** A base of some files with questions about them, filled once for both parts that ask it. */
const asked = new WeakMap();
function askedBase(at) {
  if (!asked.has(at)) asked.set(at, fillAsked(at));
  return asked.get(at);
}

async function fillAsked(at) {
  const slices = at.isQuick ? 200 : 1000;
  const { texts, questions } = libraryOf(
    at.sets.map(([, json]) => json),
    slices,
  );
  const baseId = await makeBase(at, { name: "asked", visibility: "all" });
  const files = Array.from({ length: 10 }, (_, number) => ({
    name: `asked ${number}.txt`,
    text: texts.filter((_, at) => at % 10 === number).join("\n\n"),
  }));
  await upload(at, baseId, files, SLICED);
  await untilReady(at, baseId, files.length);
  return { baseId, questions: questions.filter((question) => question.length > 8) };
}

/** Puts a question to bases; milliseconds of its first words, of its end and of its steps. */
async function ask({ address, token }, baseId, question) {
  const begin = performance.now();
  const headers = { "content-type": "application/json", authorization: token };
  const body = JSON.stringify({ baseIds: [baseId], question });
  const response = await fetch(`${address}/api/knowledge/answer`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`answer: ${response.status} ${await response.text()}`);
  const decoder = new TextDecoder();
  const steps = new Map();
  let rest = "";
  let first = null;
  let status;
  for await (const bytes of response.body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines.filter(Boolean)) {
      const part = JSON.parse(line);
      if (part.type === "text-delta") first ??= performance.now() - begin;
      if (part.type === "data-step") steps.set(part.data.name, part.data);
      if (part.type === "finish") status = part.messageMetadata.status;
    }
  }
  if (status !== "done") throw new Error(`the answer is ${status}`);
  return { first, whole: performance.now() - begin, steps };
}

const QUESTIONERS = 20;

/** Many ask one base at once: all are answered, in about the same time. */
export async function parallel(at) {
  const { baseId, questions } = await askedBase(at);
  const tokens = await peopleOf(at);
  const rounds = at.isQuick ? 2 : 5;
  const [times, spreads] = [[], []];
  let failed = 0;
  for (let round = 0; round < rounds; round++) {
    const settled = await Promise.allSettled(
      tokens.map((token, at_) =>
        ask({ ...at, token }, baseId, questions[(round * tokens.length + at_) % questions.length]),
      ),
    );
    for (const { reason } of settled.filter((one) => one.reason)) console.error(reason.message);
    failed += settled.filter((one) => one.reason).length;
    const whole = settled.flatMap(({ value }) => (value ? [value.whole] : []));
    times.push(...whole);
    spreads.push(Math.max(...whole) / median(whole));
  }
  return [
    row(`${QUESTIONERS} questioners at once, errors`, String(failed), "0", failed === 0),
    row("their answers, median", ms(median(times)), "", true),
    row("the slowest against the median", median(spreads).toFixed(2), "<= 2", median(spreads) <= 2),
  ];
}

async function peopleOf(at) {
  await at.pool.query("delete from user_roles where user_id in (select id from users where account like 'bench-%')");
  await at.pool.query("update users set account = account || '-' || id where account like 'bench-%'");
  return signedInPeople(at.address, at.pool, QUESTIONERS);
}

/** What comes on top of retrieval and of the model until the first words of an answer. */
export async function firstToken(at) {
  const { baseId, questions } = await askedBase(at);
  const direct = [];
  const over = [];
  const retrieval = [];
  for (let round = -3; round < (at.isQuick ? 5 : 30); round++) {
    const model = await modelsFirst(at.model);
    const { first, steps } = await ask(at, baseId, questions[(round + 3) % questions.length]);
    if (round < 0 || first === null) continue;
    // A base in two languages has the question put in the other one, by a call of the model.
    const before = ["rewrite", "search", "selection"];
    const searching = before.reduce((sum, name) => sum + (steps.get(name)?.ms ?? 0), 0);
    direct.push(model);
    retrieval.push(searching);
    over.push(first - searching - model);
  }
  return [
    row("first words: the model alone, retrieval", `${ms(median(direct))}, ${ms(median(retrieval))}`, "", true),
    atMost("first words beyond retrieval and model, median", median(over), 30),
  ];
}

/** Milliseconds until the supplier itself says its first word. */
async function modelsFirst(model) {
  const begin = performance.now();
  const response = await fetch(`http://127.0.0.1:${PORTS.mock}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model, stream: true, messages: [] }),
  });
  let first = null;
  for await (const _ of response.body) first ??= performance.now() - begin;
  return first;
}
