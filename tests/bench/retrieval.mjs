// `npm run bench:retrieval -- <files.json> [--half 0|1] [--cut] [--made] [--slices 10000 [--words]]`: how well questions find the
// passage they were asked about, and how soon. Files in the SQuAD shape go through the product's own retrieval on the
// embedded database (or on the empty one of DATABASE_URL): every passage is a document of one slice, every question a
// search. --half takes every other passage, --cut cuts each passage in two at a sentence, --made adds the sets that
// `retrieval-sets.mjs` makes, --slices measures times alone, over a library of so many slices, with --words
// without vectors.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { withProductModules } from "./own-process.mjs";
import { abstractsSet, keywordsSet, libraryOf, sectionsSet, squadSet } from "./retrieval-sets.mjs";

const TOP = 10;
const MODES = ["lexical", "vector", "union"];
/** Of a document of the library. */
const SLICES_EACH = 50;
const arg = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : (process.argv[at + 1] ?? "");
};
const isAsked = (name) => process.argv.includes(`--${name}`);
const names = process.argv.slice(2).filter((word) => word.endsWith(".json"));
if (names.length === 0) throw new Error("name a question set: npm run bench:retrieval -- <file.json>");
const jsons = [];
for (const name of names) jsons.push(JSON.parse((await readFile(name, "utf8")).replace(/^\uFEFF/, "")));

const slices = Number(arg("slices") ?? 0);
await withProductModules({ databaseUrl: process.env.DATABASE_URL }, () =>
  slices > 0 ? measureTimes(slices) : measureQuality(),
);

async function measureQuality() {
  const { runSet } = await import("./retrieval-run.ts");
  for (const [name, set] of await questionSets()) {
    console.log(`${name}: ${set.passages.length} passages, ${set.questions.length} questions`);
    const runs = await runSet(set, MODES, TOP);
    for (const mode of MODES) report(mode === "union" ? "hybrid" : mode, set.questions, runs.get(mode));
  }
}

async function questionSets() {
  const half = arg("half");
  const sets = names.map((name, at) => [path.basename(name), squadSet(jsons[at], { half, isCut: isAsked("cut") })]);
  if (!isAsked("made")) return sets;
  const isChinese = ({ data }) => /\p{Script=Han}/u.test(data[0].paragraphs[0].context);
  for (const json of jsons)
    sets.push(
      isChinese(json)
        ? ["made: keywords", keywordsSet(json, { half })]
        : ["made: abstracts", abstractsSet(json, { half })],
    );
  sets.push(["made: sections", await sectionsSet()]);
  return sets;
}

/** `runs`: what each question found, and in how many milliseconds. */
function report(name, questions, runs) {
  const share = (of) => {
    const sum = runs.reduce((total, { ranked }, at) => total + of(ranked, questions[at].gains), 0);
    return ((100 * sum) / runs.length).toFixed(2);
  };
  const best = (gains) => Math.max(...gains.values());
  const rank = (ranked, gains) => ranked.findIndex((number) => gains.get(number) === best(gains)) + 1;
  const within = (most) => share((...one) => (rank(...one) > 0 && rank(...one) <= most ? 1 : 0));
  const reciprocal = share((...one) => (rank(...one) ? 1 / rank(...one) : 0));
  const times = runs.map(({ ms }) => ms);
  console.log(
    `${name.padEnd(8)} recall@1 ${within(1)}  @5 ${within(5)}  @10 ${within(10)}  MRR@10 ${reciprocal}` +
      `  nDCG@10 ${share(ndcg)}  ${quantiles(times)}`,
  );
}

function ndcg(ranked, gains) {
  const sum = (list) => list.slice(0, TOP).reduce((total, gain, at) => total + (2 ** gain - 1) / Math.log2(at + 2), 0);
  return sum(ranked.map((number) => gains.get(number) ?? 0)) / sum([...gains.values()].sort((a, b) => b - a));
}

function quantiles(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.floor(part * (sorted.length - 1))].toFixed(1);
  return `ms p50 ${at(0.5)} p95 ${at(0.95)}`;
}

/** Times over a library, over single documents seen for the first time, and over many documents of one slice. */
async function measureTimes(slices) {
  const { fillLibrary, timeQuestions, forget } = await import("./retrieval-run.ts");
  const { texts, questions } = libraryOf(jsons, slices);
  const begin = performance.now();
  const setIds = await fillLibrary(texts, SLICES_EACH, isAsked("words"));
  console.log(
    `${slices} slices in ${setIds.length} documents, stored in ${Math.round((performance.now() - begin) / 1000)} s`,
  );
  forget();
  const first = [];
  for (const setId of setIds.slice(0, 50))
    first.push(...(await timeQuestions([setId], questions.slice(0, 1), "union")));
  console.log(`first search of a document of ${SLICES_EACH} slices  ${quantiles(first)}`);
  forget();
  const [cold] = await timeQuestions(setIds, questions.slice(0, 1), "union");
  console.log(`first search of all  ms ${cold.toFixed(1)}`);
  await timeQuestions(setIds, questions.slice(0, 20), "union");
  for (const mode of isAsked("words") ? ["lexical"] : MODES)
    console.log(
      `${(mode === "union" ? "hybrid" : mode).padEnd(8)} ${quantiles(await timeQuestions(setIds, questions, mode))}`,
    );
  const one = await fillLibrary([texts.slice(0, 2000).join("\n\n")], 1, isAsked("words"));
  const [large] = await timeQuestions(one, questions.slice(0, 1), "union");
  console.log(`first search of a document of ${Math.min(2000, slices)} slices  ms ${large.toFixed(1)}`);
  const small = await fillLibrary(texts.slice(0, 1000), 1, isAsked("words"));
  for (const count of [10, 100, 1000]) {
    await timeQuestions(small.slice(0, count), questions.slice(0, 3), "lexical");
    const times = await timeQuestions(small.slice(0, count), questions.slice(0, 50), "lexical");
    console.log(`${count} documents of one slice, lexical  ${quantiles(times)}`);
  }
}
