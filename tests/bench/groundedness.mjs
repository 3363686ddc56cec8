// `npm run bench:groundedness -- [folder] [--half 0|1] [--show KIND] [--seed N]`: how well the check of cited sentences
// tells true claims from twisted ones. Claims are made from the parallel passages `xquad.en.json` and `xquad.zh.json` of a
// folder, and from passages and claims written by hand beside this file; for some of the passages there are claims as people would
// say them. Halves are every other article or passage: rules are
// made on half 0, half 1 is held out.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { applySettings } from "../../scripts/lib/product-modules.mjs";
import { root } from "../../scripts/lib/root.mjs";
import { claimsOf, KINDS, readParallel } from "./groundedness-claims.mjs";

const arg = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : (process.argv[at + 1] ?? "");
};
const valued = new Set(["--half", "--show", "--seed"]);
const folder =
  process.argv.slice(2).find((word, at, all) => !word.startsWith("--") && !valued.has(all[at - 1])) ??
  path.join(root, "../shared/data");
const seed = Number(arg("seed") ?? 17);
const half = arg("half");
const shown = arg("show");
const LIMITS = { twisted: 2, missed: 5 };

await applySettings({ LOG_LEVEL: "error" });
const { sentencesOf } = await import("../../lib/retrieval/sentences.ts");
const { judgeClaim } = await import("../../lib/citations/borne-out.ts");

const json = async (file) => JSON.parse((await readFile(file, "utf8")).replace(/^\uFEFF/, ""));
const parallel = readParallel(
  await json(path.join(folder, "xquad.en.json")),
  await json(path.join(folder, "xquad.zh.json")),
  sentencesOf,
).map((passage) => ({ ...passage, half: passage.article % 2 }));
const own = (await json(path.join(root, "tests/bench/groundedness-passages.json"))).map((passage, at) => ({
  ...passage,
  half: at % 2,
}));

const natural = (await json(path.join(root, "tests/bench/groundedness-paraphrases.json"))).map(
  ({ article, paragraph, ...claims }) => ({
    ...{ claims, passage: parallel.find((one) => one.article === article && one.number === paragraph) },
  }),
);

const times = [];
const verdictOf = (claim, text) => {
  const begin = performance.now();
  const verdict = judgeClaim(claim, [{ text, about: "" }]);
  times.push(performance.now() - begin);
  return verdict;
};

function* all() {
  for (const language of ["en", "zh"]) {
    for (const one of claimsOf(parallel, language, seed)) yield { ...one, by: "made" };
    for (const passage of own)
      for (const truth of [true, false])
        for (const [kind, claim] of passage[language][truth ? "true" : "twisted"])
          yield { language, passage, kind, truth, claim, by: "hand" };
    for (const { passage, claims } of natural)
      for (const claim of claims[language])
        yield { language, passage, kind: "natural", truth: true, claim, by: "nature" };
  }
}

const results = { same: [], across: [] };
for (const one of all()) {
  if (half !== null && one.passage.half !== Number(half)) continue;
  const other = one.language === "en" ? "zh" : "en";
  results.same.push({ ...one, ...verdictOf(one.claim, one.passage[one.language].text) });
  // A quotation is of the passage's own language.
  if (one.kind !== "quotation") results.across.push({ ...one, ...verdictOf(one.claim, one.passage[other].text) });
}

const share = (list, test) =>
  list.length === 0 ? "–" : `${((100 * list.filter(test).length) / list.length).toFixed(1)} %`;
const isWrong = ({ truth, supported }) => (truth ? supported !== true : supported === true);
const line = (name, list, test) =>
  console.log(`  ${name.padEnd(38)} ${String(list.length).padStart(5)}  ${share(list, test)}`);

for (const [heading, members] of [
  ["developed on (half 0)", results.same.filter(({ passage }) => passage.half === 0)],
  ["held out (half 1)", results.same.filter(({ passage }) => passage.half === 1)],
]) {
  if (members.length === 0) continue;
  console.log(`\n${heading}`);
  for (const language of ["en", "zh"])
    for (const truth of [false, true]) {
      const of = members.filter((one) => one.language === language && one.truth === truth);
      console.log(` ${language}, ${truth ? "true and missed" : "twisted and called supported"}`);
      for (const kind of KINDS[truth ? "true" : "twisted"])
        line(
          kind,
          of.filter((one) => one.by === "made" && one.kind === kind),
          isWrong,
        );
      line(
        "written by hand",
        of.filter((one) => one.by === "hand"),
        isWrong,
      );
      if (truth)
        line(
          "of the passages, as people would say it",
          of.filter((one) => one.by === "nature"),
          isWrong,
        );
      line("all", of, isWrong);
    }
}

console.log("\nacross languages: supported / not checked / unsupported");
for (const language of ["en", "zh"])
  for (const truth of [true, false]) {
    const of = results.across.filter((one) => one.language === language && one.truth === truth);
    const kinds = truth ? KINDS.true : KINDS.twisted;
    for (const kind of [...kinds, "all"]) {
      const some = kind === "all" ? of : of.filter((one) => one.kind === kind);
      if (some.length === 0) continue;
      const parts = [true, null, false].map((verdict) => share(some, ({ supported }) => supported === verdict));
      console.log(
        `  ${`${language} claim, ${truth ? "true" : "twisted"}, ${kind}`.padEnd(52)} ${String(some.length).padStart(5)}  ${parts.join(" / ")}`,
      );
    }
  }

if (shown !== null)
  for (const one of [...results.same, ...results.across.map((each) => ({ ...each, isAcross: true }))]) {
    const wrong = one.isAcross ? (one.truth ? one.supported === false : one.supported === true) : isWrong(one);
    const label = `${one.isAcross ? "across " : ""}${one.by} ${one.language} ${one.truth ? "true" : "twisted"} ${one.kind}`;
    if (wrong && label.includes(shown))
      console.log(`\n[${label}] ${one.doubts.map(({ kind, text }) => `${kind}: ${text}`).join("; ")}\n  ${one.claim}`);
  }

const twisted = results.same.filter(({ truth }) => !truth);
const genuine = results.same.filter(({ truth }) => truth);
const supported = (100 * twisted.filter(isWrong).length) / twisted.length;
const missed = (100 * genuine.filter(isWrong).length) / genuine.length;
times.sort((a, b) => a - b);
console.log(
  `\n${twisted.length} twisted, ${supported.toFixed(2)} % called supported (at most ${LIMITS.twisted} %); ` +
    `${genuine.length} true, ${missed.toFixed(2)} % missed (at most ${LIMITS.missed} %)`,
);
console.log(
  `a claim takes ${times[times.length >> 1].toFixed(2)} ms, p99 ${times[Math.floor(times.length * 0.99)].toFixed(2)} ms`,
);
if (supported > LIMITS.twisted || missed > LIMITS.missed) process.exitCode = 1;
