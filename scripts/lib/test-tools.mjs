// What the tests need of a machine beside Node. Node modules only: `.ci/run` calls this before the packages are there.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { findChromium } from "./chromium.mjs";
import { say } from "./report.mjs";
import { root } from "./root.mjs";
import { runCommand } from "./run-command.mjs";

const SERVER_FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/lib/openldap"];

/** Debian's packages for each tool, and how a test file shows that it needs it. */
const TOOLS = [
  { name: "slapd", packages: ["slapd", "ldap-utils"], needed: /fakes\/slapd"/ },
  { name: "openssl", packages: ["openssl"], needed: /fakes\/slapd"|execFileSync\("openssl"/ },
  { name: "unzip", packages: ["unzip"], needed: /execFileSync\("unzip"/ },
];

const onPath = (name) =>
  [...(process.env.PATH ?? "").split(path.delimiter), ...SERVER_FOLDERS].some((folder) =>
    existsSync(path.join(folder || "/", name)),
  );

const isDebianRoot = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/**
 * Installs what is missing where that is possible: Debian's packages as root, a browser by Playwright's own download
 * before that. Resolves with the names of what could not be had; tests that need it are left out and named.
 */
export async function ensureTestTools({ signal } = {}) {
  const wanted = TOOLS.filter(({ name }) => !onPath(name)).flatMap(({ packages }) => packages);
  if (!(await findChromium({ isWhole: true }))) {
    await downloadChromium(signal);
    if (!(await findChromium({ isWhole: true }))) wanted.push("chromium", "chromium-headless-shell", "fonts-noto-cjk");
  }
  if (wanted.length > 0 && isDebianRoot()) await installDebian(wanted, signal);
  const missing = TOOLS.filter(({ name }) => !onPath(name)).map(({ name }) => name);
  if (!(await findChromium())) missing.push("chromium");
  return missing;
}

async function downloadChromium(signal) {
  const cli = path.join(root, "node_modules/@playwright/test/cli.js");
  if (!existsSync(cli)) return;
  say("Installing a browser for the tests …");
  await runCommand(process.execPath, [cli, "install", "chromium"], {
    signal: AbortSignal.any([AbortSignal.timeout(180_000), ...(signal ? [signal] : [])]),
  }).catch(() => undefined);
}

async function installDebian(packages, signal) {
  say(`Installing ${packages.join(", ")} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (...args) => runCommand("apt-get", ["-q", ...args], { env, signal });
  await run("update");
  // One by one: a package that is not to be had keeps no other away.
  for (const name of packages) await run("install", "-y", "--no-install-recommends", name);
}

/** Test files that need a tool which could not be had, by tool; `chromium` names none, its stage is left out whole. */
export async function testsWithout(missing) {
  const lacking = TOOLS.filter(({ name }) => missing.includes(name));
  if (lacking.length === 0) return [];
  const folder = path.join(root, "tests");
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(test|spec)\.tsx?$/.test(name));
  const found = [];
  for (const name of names) {
    const text = await readFile(path.join(folder, name), "utf8");
    const tools = lacking.filter(({ needed }) => needed.test(text)).map(({ name }) => name);
    if (tools.length > 0)
      found.push({ file: `tests/${name}`, tools, tests: (text.match(/^\s*(it|test)\(/gm) ?? []).length });
  }
  return found;
}
