// `npm run bench:search -- <sets.json>… [--part crawl|index|retrieval|answer|gallery] [--engine postgres|pglite|both] [--quick]
// [--check]`: web search and the gallery of drawn pictures against their goals, as a table; with --check it fails where one is
// missed. Files in the SQuAD shape give the texts of the index and the questions of retrieval; without --part all parts are run.
// Crawl, index and retrieval measure the engines in processes of their own, answer and gallery a built product (`npm run build`),
// the gallery in Chromium. Postgres is a throw-away cluster of scripts/postgres.sh, or BENCH_DATABASE_URL.
import { spawn } from "node:child_process";
import path from "node:path";
import { projectNode, root } from "../../scripts/lib/root.mjs";
import { COLLECTOR, NATIVE_MEMORY } from "../../scripts/lib/web-process.mjs";
import { arg, ownDatabase, withCleanup, work } from "./lib.mjs";
import { answerTimes } from "./search-answer.mjs";
import { galleryTimes } from "./search-gallery.mjs";

const GOALS = {
  candidates: { postgres: 100, pglite: 500 },
  source: { postgres: 300, pglite: 800 },
  tokenMs: 30,
  pagesASecond: 50,
  memoryMiB: 300,
  loopMs: 50,
  listMs: 200,
};
const SITES_PORT = 9620;
const isQuick = process.argv.includes("--quick");
const engines = arg("engine", "both") === "both" ? ["postgres", "pglite"] : [arg("engine", "both")];
const part = arg("part", null);
const names = process.argv.slice(2).filter((word) => word.endsWith(".json"));

const sorted = (times) => times.toSorted((a, b) => a - b);
const p95 = (times) => sorted(times)[Math.floor(0.95 * (times.length - 1))] ?? Number.NaN;
const row = (what, value, goal, isMet) => ({ what, value, goal, isMet });
const atMost = (what, value, most, unit = "ms") =>
  row(what, `${value.toFixed(1)} ${unit}`, `<= ${most} ${unit}`, value <= most);
const told = (what, value) => row(what, value, "", true);

/**
 * What a part prints as its last line, measured in a process of its own. Its sources are compiled once and kept for the next
 * process, as the product's are: compiling them takes a hundred MiB that no product has.
 */
async function apart(engine, words) {
  const DATABASE_URL = engine === "postgres" ? await ownDatabase(`bench_search_${words[0]}_${Date.now()}`) : "";
  const args = [...COLLECTOR, "--experimental-transform-types", "--disable-warning=ExperimentalWarning", "--expose-gc"];
  args.push(path.join(root, "tests/bench/search-modules.mjs"), ...words.map(String));
  const env = { ...NATIVE_MEMORY, ...process.env, DATABASE_URL, NODE_COMPILE_CACHE: path.join(work, "compiled") };
  const child = spawn(projectNode, args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  let [rest, last] = ["", null];
  for await (const bytes of child.stdout) {
    const lines = (rest + bytes).split("\n");
    rest = lines.pop();
    for (const line of lines)
      if (/^[[{]/.test(line)) last = JSON.parse(line);
      else console.log(`  ${line}`);
  }
  if (last === null) throw new Error(`${words[0]} on ${engine} could not be measured`);
  return last;
}

async function crawl(engine) {
  const [hosts, pages] = [20, isQuick ? 25 : 500];
  const words = ["crawl", "--hosts", hosts, "--pages", pages, "--port", SITES_PORT];
  await apart(engine, ["compile"]);
  const plain = await apart(engine, words);
  const trapped = await apart(engine, [...words, "--traps"]);
  const chinese = hosts * Math.floor(pages / 20);
  const none = (what, value) => row(what, `${value}`, "0", value === 0);
  return [
    ...crawled(plain, hosts, pages, "pages"),
    ...crawled(trapped, hosts, pages, "the same among traps: pages"),
    none("calls outside of the sources", trapped.callsOutside),
    none("answers kept that are no pages", trapped.trapped),
    row("Chinese pages in GBK", `${trapped.chinese}`, `${chinese}`, trapped.chinese === chinese),
  ];
}

function crawled(figures, hosts, pages, what) {
  const speed = figures.pages / figures.seconds;
  const { before, most } = figures.memory;
  return [
    row(
      `${what} of ${hosts} hosts`,
      `${speed.toFixed(1)} a second`,
      `>= ${GOALS.pagesASecond}`,
      speed >= GOALS.pagesASecond,
    ),
    row(
      "pages kept",
      `${figures.kept} of ${figures.pages} asked for`,
      `${hosts * pages}`,
      figures.kept === hosts * pages,
    ),
    told("processor time of the crawling process", `${figures.workMs.toFixed(1)} ms a page`),
    told("memory the crawl adds", `${(most - before).toFixed(0)} MiB`),
    atMost(`memory of the process (${before.toFixed(0)} MiB before)`, most, GOALS.memoryMiB, "MiB"),
    atMost("event loop p99", figures.loopP99, GOALS.loopMs),
  ];
}

async function index(engine) {
  const pages = isQuick ? 2000 : 20_000;
  const { times, first, slices } = await apart(engine, [
    "index",
    "--pages",
    pages,
    "--questions",
    isQuick ? 50 : 150,
    ...names,
  ]);
  return [
    atMost(`candidates of ${pages} pages, ${slices} slices, p95`, p95(times), GOALS.candidates[engine]),
    told("the first after the list of pages was given up", `${first.toFixed(1)} ms`),
  ];
}

/** Marks of `bench:retrieval` by words, which a page of the index is found by without a model of vectors. */
async function retrieval(engine) {
  const sets = await apart(engine, ["retrieval", ...names]);
  return sets.flatMap(({ own, plain }, at) =>
    [1, 5, 10]
      .map((most) => [`recall@${most}`, (place) => Number(place > 0 && place <= most)])
      .concat([["MRR@10", (place) => (place > 0 ? 1 / place : 0)]])
      .map(([mark, of]) => {
        const mean = (places) => (100 * places.reduce((sum, place) => sum + of(place), 0)) / places.length;
        const [its, wanted] = [mean(own), mean(plain)];
        const isMet = Math.abs(its - wanted) < 0.5;
        return row(
          `${path.basename(names[at])}, ${mark}`,
          its.toFixed(2),
          `= ${wanted.toFixed(2)} by search itself`,
          isMet,
        );
      }),
  );
}

async function answer(engine) {
  const { pages, sources, tokens } = await answerTimes(engine, { isQuick, port: SITES_PORT });
  return [
    atMost(`first source of ${pages} pages, quick, p95`, p95(sources), GOALS.source[engine]),
    atMost("first token after the model's, p95", p95(tokens), GOALS.tokenMs),
  ];
}

async function gallery(engine) {
  const { pictures, list, tasks, shown, longestWork } = await galleryTimes(engine, { isQuick });
  return [
    atMost(`a page of ${pictures} pictures, p95`, p95(list), GOALS.listMs),
    row(
      `scrolled through ${shown} of them`,
      `${tasks.length} tasks over 50 ms, longest ${Math.max(0, ...tasks)} ms`,
      "none",
      tasks.length === 0,
    ),
    told("the longest task at work itself, without its waiting for the machine", `${longestWork.toFixed(0)} ms`),
  ];
}

const PARTS = { crawl, index, retrieval, answer, gallery };
const chosen = part ? [part] : Object.keys(PARTS);
const needsSets = chosen.some((one) => one === "index" || one === "retrieval");
if (
  chosen.some((one) => !PARTS[one]) ||
  (needsSets && names.length === 0) ||
  engines.some((one) => !GOALS.source[one])
) {
  console.error(
    "npm run bench:search -- <set.json>… [--part crawl|index|retrieval|answer|gallery] [--engine postgres|pglite] [--quick] [--check]",
  );
  process.exit(2);
}

let missed = 0;
await withCleanup(async () => {
  for (const engine of engines)
    for (const one of chosen) {
      const rows = await PARTS[one](engine);
      console.log(`\n| ${engine}: ${one} | | goal | |\n|---|--:|--:|---|`);
      for (const { what, value, goal, isMet } of rows)
        console.log(`| ${what} | ${value} | ${goal} | ${goal ? (isMet ? "met" : "missed") : ""} |`);
      missed += rows.filter(({ isMet }) => !isMet).length;
    }
});
if (missed > 0) console.log(`\n${missed} missed`);
if (missed > 0 && process.argv.includes("--check")) process.exitCode = 1;
