// `npm test`: everything that must hold before a change is merged, in the order of cost. Stops at the first stage that
// fails. The last line is `N passed, N failed`, summed over all test runners. `--only <key>` runs one stage.
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { CHROMIUM_MISSING, findChromium } from "./lib/chromium.mjs";
import { endToEndCommand } from "./lib/e2e-command.mjs";
import { jestCommand } from "./lib/jest-command.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { StartError, say, sayFailure, seconds } from "./lib/report.mjs";
import { projectNode, root } from "./lib/root.mjs";
import { runCommand } from "./lib/run-command.mjs";
import { ensureBuild } from "./lib/sources-build.mjs";

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

async function runJest(projects, extra = []) {
  const report = path.join(reports, `${projects[0]}.json`);
  const { file, args, env } = jestCommand(projects, ["--json", "--outputFile", report, ...extra]);
  const done = await runCommand(file, args, { env, inherit: true, signal });
  const counts = await readReport(report);
  const passed = counts?.numPassedTests ?? 0;
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
  if (!files.some((file) => file.endsWith(".spec.ts"))) return { passed: 0, failed: 0 };
  const report = path.join(reports, "e2e.json");
  const { file, args, env, dataDir } = await endToEndCommand();
  const done = await runCommand(file, args, { env: { ...env, E2E_REPORT: report }, inherit: true, signal });
  await rm(dataDir, { recursive: true, force: true });
  const result = await readReport(report);
  const { unexpected: failed = 0, flaky = 0, expected = 0 } = result?.stats ?? {};
  for (const { title, status, errors } of browserTests(result?.suites ?? [])) {
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
  if (chosen.some(([key]) => key === "e2e") && !(await findChromium())) throw new StartError(CHROMIUM_MISSING);
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  await rm(reports, { recursive: true, force: true });
  await mkdir(reports, { recursive: true });
  for (const [, name, work] of chosen) {
    if (!(await run(name, work))) break;
  }
  if (signal.aborted) throw new StartError("Stopped.");
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
  say(`${failed ? "failed" : "ok    "}  ${name}: ${passed} passed, ${failed} failed, ${took} s`);
}
for (const name of unsteady) say(`unsteady  passed at a further try: ${name}`);
say(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") === 0 ? 0 : 1;
