// `npm run bench:knowledge -- <sets.json>… [--part quality|scale|indexing|lists|usage|runs|gaps|parallel|first-token]
// [--engine postgres|pglite|both]
// [--quick] [--check]`: bases, files, search and answers of the knowledge center against their goals, as a table; with --check
// it fails where one is missed. Files in the SQuAD shape give the texts and the questions; without --part all parts are run.
// All but scale go through the calls of a built product (`npm run build`); scale asks the service behind the recall call over
// bases of 100,000 slices, which take minutes to fill. Postgres is a throw-away cluster of scripts/postgres.sh, or
// BENCH_DATABASE_URL: what scale fills there, and with --data in a folder, stays and serves the next run.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { projectNode, root } from "../../scripts/lib/root.mjs";
import { gaps } from "./gap-clusters.mjs";
import { atMost, firstToken, indexing, lists, parallel, quality, row } from "./knowledge-product.mjs";
import { runs } from "./knowledge-runs.mjs";
import { usage as usageOfBase } from "./knowledge-usage.mjs";
import { ADMIN, arg, mockSupplier, ownDatabase, PORTS, post, product, withCleanup } from "./lib.mjs";

const MODEL = "mock-f50-r200-n40";
const PARTS = { quality, indexing, lists, usage: usageOfBase, runs, parallel, "first-token": firstToken };
/** Most milliseconds, for 95 of 100 questions. */
const SCALES = {
  postgres: [{ slices: 100_000, vector: 20, lexical: 40, hybrid: 80 }],
  pglite: [
    { slices: 10_000, hybrid: 100 },
    { slices: 100_000, hybrid: 500 },
  ],
};
const RECALL = 0.95;
/** A person with rights on few bases may be so much slower than their owner: what differs between two runs. */
const AS_MUCH = 1.25;

const isQuick = process.argv.includes("--quick");
const engine = arg("engine", "both");
const engines = engine === "both" ? ["postgres", "pglite"] : [engine];
const part = arg("part", null);
const names = process.argv.slice(2).filter((word) => word.endsWith(".json"));
const usage = "npm run bench:knowledge -- <set.json> [--part name] [--engine postgres|pglite|both] [--quick] [--check]";
if (
  names.length === 0 ||
  (part && part !== "scale" && part !== "gaps" && !PARTS[part]) ||
  !engines.every((one) => SCALES[one])
) {
  console.error(usage);
  process.exit(2);
}

const p95 = (times) => times.toSorted((a, b) => a - b)[Math.floor(0.95 * (times.length - 1))];

/** The size measured in a process of its own; its figures by space. */
async function scaled(engine, slices) {
  const env = { ...process.env, DATABASE_URL: engine === "postgres" ? await ownDatabase(`bench_scale_${slices}`) : "" };
  const args = ["--experimental-transform-types", "--disable-warning=ExperimentalWarning"];
  args.push(path.join(root, "tests/bench/knowledge-scale.mjs"), "--engine", engine, "--slices", String(slices));
  args.push("--url", `http://127.0.0.1:${PORTS.mock}/v1`, "--questions", isQuick ? "30" : "100", ...names);
  const data = arg("data", null);
  if (data && engine === "pglite") args.push("--data", path.join(data, String(slices)));
  const child = spawn(projectNode, args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  let rest = "";
  for await (const bytes of child.stdout) {
    const lines = (rest + bytes).split("\n");
    rest = lines.pop();
    for (const line of lines)
      if (line.startsWith("{")) return JSON.parse(line);
      else console.log(`  ${line}`);
  }
  throw new Error(`${slices} slices on ${engine} could not be measured`);
}

async function scale(engine) {
  const rows = [];
  for (const { slices, ...goals } of SCALES[engine]) {
    const size = isQuick ? slices / 10 : slices;
    const figures = await scaled(engine, size);
    const hybrid = [];
    for (const [space, { slices: searched, found, ...times }] of Object.entries(figures)) {
      const name = (what) => `${space} (${searched} of ${size} slices), ${what}`;
      for (const side of ["vector", "lexical", "hybrid"]) {
        if (goals[side]) rows.push(atMost(name(`${side} p95`), p95(times[side]), goals[side]));
        else rows.push(row(name(`${side} p95`), `${p95(times[side]).toFixed(1)} ms`, "", true));
      }
      rows.push(row(name("nearest found"), found.toFixed(3), `>= ${RECALL}`, found >= RECALL));
      hybrid.push(p95(times.hybrid));
    }
    const ratio = hybrid.at(-1) / hybrid.at(-2);
    rows.push(
      row("rights on 3 of 500 bases, against their owner", ratio.toFixed(2), `<= ${AS_MUCH}`, ratio <= AS_MUCH),
    );
  }
  return rows;
}

/** Parts that ask a running product, on one that is started for them. */
async function asked(engine, chosen) {
  const sets = await Promise.all(
    names.map(async (name) => [name, JSON.parse((await readFile(name, "utf8")).replace(/^\uFEFF/, ""))]),
  );
  const measure = async (address, pool, pid) => {
    const { token } = await post(`${address}/api/token/login-pw`, ADMIN);
    const at = { address, pool, pid, token, engine, sets, isQuick, model: MODEL };
    for (const name of chosen) report(engine, name, await PARTS[name](at));
  };
  const env = engine === "postgres" ? { DATABASE_URL: await ownDatabase(`bench_product_${process.pid}`) } : {};
  await product(engine, MODEL, measure, { ...env, OPENAI_EMBEDDING_MODEL: "mock-d1024" });
}

let missed = 0;
function report(engine, name, rows) {
  console.log(`\n| ${engine}: ${name} | | goal | |\n|---|--:|--:|---|`);
  for (const { name: what, value, goal, isMet } of rows)
    console.log(`| ${what} | ${value} | ${goal} | ${goal ? (isMet ? "met" : "missed") : ""} |`);
  missed += rows.filter(({ isMet }) => !isMet).length;
}

await withCleanup(async () => {
  if (!part || part === "gaps") report("no database", "gaps", gaps(isQuick));
  if (part === "gaps") return;
  await mockSupplier();
  for (const one of engines) {
    const chosen = part ? [part].filter((name) => PARTS[name]) : Object.keys(PARTS);
    if (chosen.length > 0) await asked(one, chosen);
    if (!part || part === "scale") report(one, "scale", await scale(one));
  }
});
if (missed > 0) console.log(`\n${missed} missed`);
if (missed > 0 && process.argv.includes("--check")) process.exitCode = 1;
