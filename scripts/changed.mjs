// `npm run test:changed [-- --base REF] [--list]`: the tests that a change can break, for the inner loop; the whole suite
// stays the gate. Changed is what differs from the merge base with main (or REF), with files that git does not know yet.
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { chooseTests, importedFiles } from "./lib/changed-tests.mjs";
import { jestCommand } from "./lib/jest-command.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { StartError, say, sayFailure } from "./lib/report.mjs";
import { projectNode, root, script } from "./lib/root.mjs";
import { runCommand } from "./lib/run-command.mjs";

const KINDS = ["unit", "component", "structure", "integration"];
const abort = new AbortController();
const { signal } = abort;
for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => abort.abort());

const lines = (text) => text.split("\n").filter(Boolean);

async function git(...args) {
  const done = await runCommand("git", ["-c", "core.quotePath=false", ...args], { signal });
  if (done.code !== 0) throw new StartError(`git ${args.join(" ")}: ${done.output.trim()}`);
  return done.stdout.trim();
}

/** The commit that the work tree is compared with. On main itself: the last commit, or the one before it if all is committed. */
async function findBase(ref) {
  if (ref) return git("merge-base", "HEAD", ref);
  const base = await git("merge-base", "HEAD", "main").catch(() => {
    throw new StartError("There is no branch main to compare with: name one, `npm run test:changed -- --base REF`.");
  });
  const isMain = base === (await git("rev-parse", "HEAD"));
  return isMain && !(await git("status", "--porcelain")) ? git("rev-parse", "HEAD~1") : base;
}

async function findChanged(base) {
  const known = await git("diff", "--name-only", "--no-renames", base);
  const unknown = await git("ls-files", "--others", "--exclude-standard");
  return lines(`${known}\n${unknown}`).sort();
}

const isFile = (file) => existsSync(path.join(root, file)) && statSync(path.join(root, file)).isFile();

const remembered = new Map();
function imports(file) {
  if (!remembered.has(file)) {
    const text = isFile(file) ? readFileSync(path.join(root, file), "utf8") : "";
    remembered.set(file, importedFiles(file, text, isFile));
  }
  return remembered.get(file);
}

/** Tests of Jest that import what changed, by its own graph: all of them import package.json, for the version's sake. */
async function relatedTests(changed) {
  const isSource = (file) => file !== "package.json" && /\.([cm]?[jt]sx?|json)$/.test(file);
  const sources = changed.filter((file) => isSource(file) && isFile(file));
  if (sources.length === 0) return [];
  const { file, args, env } = jestCommand(KINDS, ["--listTests", "--findRelatedTests", ...sources]);
  const done = await runCommand(file, args, { env, signal });
  if (done.code !== 0) throw new StartError(`Jest could not tell the tests of the change:\n${done.output.trim()}`);
  return lines(done.stdout)
    .filter((line) => line.startsWith(path.join(root, "tests/")))
    .map((line) => path.relative(root, line));
}

const files = (count) => `${count} ${count === 1 ? "file" : "files"}`;

function tell({ base, changed, shared, jest, specs, list }) {
  say(`Changed since ${base.slice(0, 9)}: ${files(changed.length)}`);
  for (const kind of KINDS) {
    const own = jest.filter((file) => file.startsWith(`tests/${kind}/`));
    const why = kind === "structure" ? "always" : "import what changed";
    if (own.length > 0) say(`\n${files(own.length)} of ${kind} tests (${why})`);
    if (list) for (const file of own.sort()) say(`  ${file}`);
  }
  if (specs.length > 0) say(`\n${files(specs.length)} of browser tests`);
  for (const { file, why } of specs) say(`  ${file}  (${why})`);
  if (shared.length > 0) {
    say(`\nEverything leans on these, so only the whole suite tells (npm test):`);
    for (const file of shared) say(`  ${file}`);
  }
  say("");
}

async function run(file, args, env) {
  const done = await runCommand(file, args, { env, inherit: true, signal });
  return done.code === 0;
}

async function main() {
  const { base: ref, list } = parseArgs({ options: { base: { type: "string" }, list: { type: "boolean" } } }).values;
  await ensurePackages({ withDev: true, signal });
  const base = await findBase(ref);
  const changed = await findChanged(base);
  if (changed.length === 0) return say("Nothing changed.");
  const all = lines(await git("ls-files", "--cached", "--others", "--exclude-standard", "tests")).filter(isFile);
  const { shared, specs } = chooseTests({
    changed,
    specs: all.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file)),
    imports,
  });
  const structure = all.filter((file) => /^tests\/structure\/.*\.test\.tsx?$/.test(file));
  const jest = [...new Set([...structure, ...(await relatedTests(changed))])];
  tell({ base, changed, shared, jest, specs, list });
  if (list) return;
  const tests = jestCommand(KINDS, ["--runTestsByPath", ...jest]);
  let ok = await run(tests.file, tests.args, tests.env);
  if (ok && specs.length > 0 && !signal.aborted) {
    ok = await run(projectNode, [script("e2e.mjs"), ...specs.map(({ file }) => file)], process.env);
  }
  process.exitCode = ok ? 0 : 1;
}

try {
  await main();
} catch (error) {
  sayFailure(error);
  process.exitCode = 1;
}
