// `npm test`: everything that must hold before a change is merged, in the order of cost. Stops at the first stage that
// fails. The last line is `N passed, N failed`, summed over all test runners, with `N skipped` where this machine lacks
// what a test needs and cannot be given it. `--only <key>` runs one stage.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { endToEndCommand } from "./lib/e2e-command.mjs";
import { jestCommand } from "./lib/jest-command.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { StartError, say, sayFailure, seconds } from "./lib/report.mjs";
import { projectNode, root } from "./lib/root.mjs";
import { runCommand } from "./lib/run-command.mjs";
import { ensureBuild } from "./lib/sources-build.mjs";
import { ensureTestTools, testsWithout } from "./lib/test-tools.mjs";

const reports = path.join(root, "tests/.tmp/reports");
const abort = new AbortController();
const { signal } = abort;
const { only } = parseArgs({ options: { only: { type: "string" } } }).values;
const results = []; // of each stage: name, passed, failed, seconds

for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => abort.abort());

/** Runs a tool of node_modules on the project's Node; true when it succeeds. */
async function tool(file, ...args) {
  const done = await runCommand(projectNode, [path.join(root, "node_modules", file), ...args], {
    inherit: true,
    signal,
  });
  return done.code === 0;
}

async function readReport(file) {
  return JSON.parse(await readFile(file, "utf8").catch(() => "null"));
}

/** Test files that may be run a second time: a slow machine spoils one, a fault spoils more or spoils it again. */
const SECOND_TRY_MAX = 2;
/** What passed only at a further try: named in the summary, so that nobody overlooks it. */
const unsteady = [];
/** Tests slower than this are listed at the end, milliseconds. */
const SLOW_MS = 10_000;
const SLOW_SHOWN = 30;
const slow = [];
/** What was left out because this machine has no such tool: a line each. */
const skipped = [];
/** What failed and why, told once more at the end: the beginning of a long output is easily lost. */
const failures = [];
const FAILURES_MAX = 10;
const FAILURE_LINES = 25;

/** A test's name and the first lines of its error, without colours. */
function noteFailure(name, error) {
  if (failures.length >= FAILURES_MAX) return;
  const text = stripVTControlCharacters(String(error ?? "")).trim();
  failures.push(`${name}\n${text.split("\n").slice(0, FAILURE_LINES).join("\n")}`);
}

function noteSlow(name, milliseconds) {
  if (milliseconds >= SLOW_MS) slow.push({ name, seconds: Math.round(milliseconds / 1000) });
}

async function runJest(projects, extra = []) {
  const report = path.join(reports, `${projects[0]}.json`);
  const { file, args, env } = jestCommand(projects, ["--json", "--outputFile", report, ...extra]);
  const done = await runCommand(file, args, { env, inherit: true, signal });
  const counts = await readReport(report);
  const passed = counts?.numPassedTests ?? 0;
  for (const { name, assertionResults } of counts?.testResults ?? []) {
    for (const { title, duration } of assertionResults) noteSlow(`${path.relative(root, name)} › ${title}`, duration);
  }
  const failed = (counts?.numFailedTests ?? 0) + (counts?.numRuntimeErrorTestSuites ?? 0);
  const broken = (counts?.testResults ?? []).filter(({ status }) => status === "failed");
  const files = broken.map(({ name }) => name);
  const tell = () => {
    for (const { name, message } of broken) noteFailure(path.relative(root, name), message);
  };
  return { passed, failed: done.code === 0 ? failed : Math.max(1, failed), files, tell };
}

async function jest(...projects) {
  const first = await runJest(projects);
  const { files } = first;
  if (first.failed === 0 || files.length === 0 || files.length > SECOND_TRY_MAX || signal.aborted) {
    first.tell();
    return first;
  }
  say(`\n── Second try: ${files.map((file) => path.relative(root, file)).join(", ")}`);
  const second = await runJest(projects, ["--runTestsByPath", ...files]);
  if (second.failed > 0) {
    second.tell();
    return first;
  }
  unsteady.push(...files.map((file) => path.relative(root, file)));
  return { passed: first.passed + first.failed, failed: 0 };
}

async function endToEnd() {
  const files = await readdir(path.join(root, "tests/e2e"), { recursive: true }).catch(() => []);
  if (lacking.includes("chromium")) {
    skipped.push({
      name: `the ${files.filter((file) => file.endsWith(".spec.ts")).length} files of browser tests`,
      tests: 0,
      tools: ["chromium"],
    });
    return { passed: 0, failed: 0 };
  }
  if (!files.some((file) => file.endsWith(".spec.ts"))) return { passed: 0, failed: 0 };
  const report = path.join(reports, "e2e.json");
  const { file, args, env, dataDir } = await endToEndCommand();
  const done = await runCommand(file, args, { env: { ...env, E2E_REPORT: report }, inherit: true, signal });
  await rm(dataDir, { recursive: true, force: true });
  const result = await readReport(report);
  const { unexpected: failed = 0, flaky = 0, expected = 0 } = result?.stats ?? {};
  for (const { title, status, errors, milliseconds } of browserTests(result?.suites ?? [])) {
    noteSlow(title, milliseconds);
    if (status === "flaky") unsteady.push(title);
    if (status === "unexpected") noteFailure(title, errors.join("\n"));
  }
  return { passed: expected + flaky, failed: done.code === 0 ? failed : Math.max(1, failed) };
}

/** Every test of Playwright's tree of suites: its whole title, how it ended, and what its tries complained of. */
const browserTests = (suites, above = []) =>
  suites.flatMap(({ title: suite, specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status, results }) => ({
        title: [...above, suite, title].join(" › "),
        status,
        milliseconds: results.at(-1)?.duration ?? 0,
        errors: results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)),
      })),
    ),
    ...browserTests(inner, [...above, suite]),
  ]);

/** Not incremental: its memory once kept an error that was long mended. */
const types = async () =>
  (await tool("next/dist/bin/next", "typegen")) &&
  (await tool("typescript/bin/tsc", "--noEmit", "--incremental", "false"));

/** A stage that is no test runner counts only when it fails. */
const check = (ok) => ({ passed: 0, failed: ok ? 0 : 1 });

const stages = [
  ["lint", "Lint and format", async () => check(await tool("@biomejs/biome/bin/biome", "check", "."))],
  ["types", "Types", async () => check(await types())],
  ["unit", "Unit, component and structure tests", () => jest("unit", "component", "structure")],
  ["integration", "Integration tests", () => jest("integration")],
  ["build", "Build", () => ensureBuild({ signal }).then(() => check(true))],
  ["e2e", "End-to-end tests", endToEnd],
];

async function run(name, work) {
  say(`\n── ${name}`);
  const began = performance.now();
  const counts = await work().catch((error) => {
    sayFailure(error);
    return check(false);
  });
  results.push({ name, ...counts, seconds: seconds(began) });
  return counts.failed === 0 && !signal.aborted;
}

async function runAll() {
  await ensurePackages({ withDev: true, signal });
  const chosen = stages.filter(([key]) => !only || key === only);
  if (chosen.length === 0)
    throw new StartError(`There is no stage named ${only}: ${stages.map(([key]) => key).join(", ")}.`);
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  if (chosen.some(([key]) => key === "integration" || key === "e2e")) await findTools();
  await rm(reports, { recursive: true, force: true });
  await mkdir(reports, { recursive: true });
  for (const [, name, work] of chosen) {
    if (!(await run(name, work))) break;
  }
  if (signal.aborted) throw new StartError("Stopped.");
}

/** Tools the tests need that could not be had. */
let lacking = [];

async function findTools() {
  lacking = await ensureTestTools({ signal });
  // A check that quietly proves less is no check.
  if (lacking.length > 0 && process.env.CI) throw new StartError(`The checks need ${lacking.join(", ")}.`);
  const leftOut = await testsWithout(lacking);
  process.env.TEST_LEFT_OUT = leftOut.map(({ file }) => file).join(",");
  skipped.push(...leftOut.map(({ file, tests, tools }) => ({ name: file, tests, tools })));
}

try {
  await runAll();
} catch (error) {
  sayFailure(error);
  if (results.every((result) => result.failed === 0)) results.push({ name: "Run", ...check(false), seconds: "0.0" });
}

for (const failure of failures) say(`\n── Failed: ${failure}`);

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
say("");
for (const { name, passed, failed, seconds: took } of results) {
  say(`${failed ? "failed" : "ok    "}  ${took.padStart(7)} s  ${name}: ${passed} passed, ${failed} failed`);
}
slow.sort((a, b) => b.seconds - a.seconds);
if (slow.length > 0) say(`\nTests over ${SLOW_MS / 1000} s:`);
for (const { name, seconds } of slow.slice(0, SLOW_SHOWN)) say(`${String(seconds).padStart(7)} s  ${name}`);
for (const name of unsteady) say(`unsteady  passed at a further try: ${name}`);
for (const { name, tools } of skipped) say(`left out  ${name}: this machine has no ${tools.join(", ")}`);
await writeFile(path.join(reports, "../stages.json"), JSON.stringify({ at: new Date(), results, slow }, null, 2)).catch(
  () => undefined,
);
const left = skipped.reduce((total, { tests }) => total + tests, 0);
say(`\n${sum("passed")} passed, ${sum("failed")} failed${skipped.length > 0 ? `, ${left} skipped` : ""}`);
process.exitCode = sum("failed") === 0 ? 0 : 1;
