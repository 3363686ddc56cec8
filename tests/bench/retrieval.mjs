// `npm run bench:retrieval -- <file.json> [--half 0|1] [--cut]`: how well questions find the passage they were asked about.
// A file in the SQuAD shape goes through the product's own retrieval on the embedded database: every passage is a document
// of one slice, every question a search. --half takes every other passage, --cut cuts each passage in two at a sentence.
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { startDatabase } from "../../scripts/lib/database-process.mjs";
import { applySettings } from "../../scripts/lib/product-modules.mjs";

const TOP = 10;
const arg = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : (process.argv[at + 1] ?? "");
};
const file = process.argv.slice(2).find((word) => word.endsWith(".json"));
if (!file) throw new Error("name a question set: npm run bench:retrieval -- <file.json>");

/** Passages, and questions with the numbers of the passages that answer them. */
function readSet(json) {
  const passages = [];
  const questions = [];
  const numbers = new Map();
  const add = (text) => {
    if (!numbers.has(text)) numbers.set(text, passages.push(text) - 1);
    return numbers.get(text);
  };
  const half = arg("half");
  let order = 0;
  for (const paragraph of json.data.flatMap(({ paragraphs }) => paragraphs)) {
    if (half !== null && order++ % 2 !== Number(half)) continue;
    const text = paragraph.context.trim();
    const parts = process.argv.includes("--cut") ? cutInTwo(text) : [text];
    const ids = parts.map(add);
    for (const { question, answers = [], is_impossible } of paragraph.qas) {
      if (is_impossible) continue;
      const right = ids.filter(
        (_, at) => ids.length === 1 || answers.some((answer) => parts[at].includes(answer.text)),
      );
      if (right.length > 0) questions.push({ text: question.trim(), right: new Set(right) });
    }
  }
  return { passages, questions };
}

function cutInTwo(text) {
  const middle = Math.floor(text.length / 2);
  const end = text.slice(middle).search(/[。.!?！？]/);
  const at = end < 0 ? middle : middle + end + 1;
  return [text.slice(0, at), text.slice(at)].map((part) => part.trim()).filter(Boolean);
}

const work = await mkdtemp(path.join(os.tmpdir(), "bench-retrieval-"));
const database = await startDatabase({ dataDir: work });
try {
  await applySettings({
    DATA_DIR: work,
    DATABASE_SOCKET: database.socketDir,
    AUTH_SECRET: randomBytes(32).toString("base64url"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64url"),
    LOG_LEVEL: "error",
  });
  const { migrate } = await import("../../db/migrate.ts");
  const pool = new pg.Pool({ host: database.socketDir, user: "postgres", database: "postgres", max: 1 });
  await migrate(pool);
  await pool.end();
  const { runBench } = await import("./retrieval-run.ts");
  const set = readSet(JSON.parse((await readFile(file, "utf8")).replace(/^\uFEFF/, "")));
  console.log(`${path.basename(file)}: ${set.passages.length} passages, ${set.questions.length} questions`);
  for (const mode of ["lexical", "vector", "union"]) {
    const ranks = await runBench(set, mode, TOP);
    report(mode === "union" ? "hybrid" : mode, ranks);
  }
} finally {
  const { flushLedger } = await import("../../lib/models/ledger.ts");
  const { backgroundIdle } = await import("../../lib/background.ts");
  await backgroundIdle(20_000);
  await flushLedger();
  const { closeDatabase } = await import("../../db/client.ts");
  await closeDatabase();
  await database.stop();
  await rm(work, { recursive: true, force: true });
}

/** `ranks`: places of the first right passage from 1, null when it is not among the first ten; and milliseconds. */
function report(name, ranks) {
  const share = (of) => ((100 * ranks.reduce((sum, one) => sum + of(one.rank), 0)) / ranks.length).toFixed(2);
  const within = (most) => share((rank) => (rank !== null && rank <= most ? 1 : 0));
  const times = ranks.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (part) => times[Math.floor(part * (times.length - 1))].toFixed(1);
  console.log(
    `${name.padEnd(8)} recall@1 ${within(1)}  @5 ${within(5)}  @10 ${within(10)}  MRR@10 ${share((rank) => (rank ? 1 / rank : 0))}` +
      `  nDCG@10 ${share((rank) => (rank ? 1 / Math.log2(rank + 1) : 0))}  ms p50 ${at(0.5)} p95 ${at(0.95)}`,
  );
}
