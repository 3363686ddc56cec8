// Chaos: chat, uploads and administration against the real product while its processes are killed with -9 at random, then
// a look at what is left. Nothing acknowledged may be lost, no question asked twice of the supplier, nothing stuck, and a
// backup taken in the middle must restore into a product that opens a document at its citation.
//   npm run test:chaos -- [--rounds 3] [--seconds 60] [--seed 1]     embedded; with TEST_DATABASE_URL on that (empty) Postgres
// Loopback only; ends by itself; prints one summary and leaves with 1 when something was not right. Needs a build.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startModelServer } from "../fakes/model-server.mjs";
import { findings, restoresWhole, settle } from "./chaos-checks.mjs";
import { administer, chat, keepBackup, PEOPLE, upload } from "./chaos-work.mjs";
import { signIn, startProduct, until } from "./product.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
  },
});
const DATABASE_URL = process.env.TEST_DATABASE_URL ?? "";
const SECRETS = { AUTH_SECRET: "a".repeat(40), ENCRYPTION_KEY: "b".repeat(40) };
/** Between two kills, milliseconds: shorter than an answer, and long enough for several. */
const CALM_MS = { least: 2500, most: 9000 };
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A small generator, so that a round can be played again. */
function randomFrom(seed) {
  let state = Number(seed) >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = randomFrom(values.seed);
/** Kills have a generator of their own: people draw from theirs as fast as they are answered. */
const killRandom = randomFrom(Number(values.seed) + 1);
const fake = await startModelServer();
const work = await mkdtemp(path.join(os.tmpdir(), "chaos-"));
const env = {
  DATA_DIR: path.join(work, "data"),
  DATABASE_URL,
  ...SECRETS,
  OPENAI_BASE_URL: fake.url,
  OPENAI_MODEL: "fake-long",
  LOG_LEVEL: "silent",
  CHECK_ANSWERS: "1",
};
/** What happened: everything that was acknowledged, and what else may have happened. */
const world = { env, work, fake, random, url: null, kills: [], unexpected: new Map(), ended: false };
Object.assign(world, { questions: [], documents: [], people: [], roles: [], departments: [], backup: null });
let product;

async function start() {
  product = await startProduct(env);
  world.url = product.url;
}

/** Ends a part of the running product with -9. The embedded database comes back by itself, everything else is started. */
async function kill() {
  const parts = DATABASE_URL ? ["web", "product"] : ["web", "product", "everything", "database"];
  const part = parts[Math.floor(killRandom() * parts.length)];
  world.kills.push(part);
  if (part === "database") return product.killPart("database");
  world.url = null;
  await product.killPart(part);
  await start();
}

async function round(seconds) {
  const end = Date.now() + seconds * 1000;
  world.ended = false;
  const workers = [
    ...PEOPLE.map((person) => chat(world, person)),
    upload(world),
    administer(world),
    world.backup ? null : keepBackup(world, Date.now() + seconds * 400),
  ];
  while (Date.now() < end) {
    await pause(Math.min(end - Date.now(), CALM_MS.least + killRandom() * (CALM_MS.most - CALM_MS.least)));
    if (Date.now() < end) await kill();
  }
  world.ended = true;
  await Promise.all(workers);
  // The last one hits what is still under way.
  await kill();
  await until(async () => (await fetch(`${world.url}/api/health`).catch(() => null))?.ok, 60_000);
}

let failed = false;
const report = [];
try {
  await start();
  await PEOPLE.reduce((before, person) => before.then(() => person.make(world)), Promise.resolve());
  for (let at = 1; at <= Number(values.rounds); at++) {
    await round(Number(values.seconds));
    const stuck = await settle(world);
    const found = await findings(world, await signIn(world.url));
    report.push({ round: at, stuck, ...found });
  }
  await product.stop();
  const restored = await restoresWhole(world);
  // Chaos in which nobody got anything done proves nothing.
  const heard = world.questions.filter((question) => question.heard !== undefined);
  failed =
    [heard, world.documents, world.people].some((done) => done.length === 0) ||
    restored !== "whole" ||
    report.some(({ stuck, lost, doubled }) => [stuck, lost, doubled].some((all) => all.length > 0));
  print(restored);
} catch (error) {
  failed = true;
  process.stderr.write(`${error.stack}\nseed ${values.seed}\n`);
} finally {
  world.ended = true;
  await product?.killPart("everything").catch(() => undefined);
  await fake.close();
  await rm(work, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

function print(restored) {
  const count = (list, isTrue = () => true) => list.filter(isTrue).length;
  const kills = Object.entries(Object.groupBy(world.kills, (part) => part)).map(
    ([part, all]) => `${all.length} ${part}`,
  );
  const lines = [
    `chaos on ${DATABASE_URL ? "Postgres" : "the embedded database"}: ${values.rounds} rounds of ${values.seconds} s, seed ${values.seed}`,
    `kill -9: ${kills.join(", ")}`,
    `acknowledged: ${count(world.questions, ({ acknowledged }) => acknowledged)} questions (${count(world.questions, ({ heard }) => heard !== undefined)} answered to the end), ${world.documents.length} documents, ${world.people.length} people, ${world.roles.length} roles, ${world.departments.length} departments`,
    ...report.map(
      ({ round: at, lost, doubled, retried, stuck }) =>
        `round ${at}: ${lost.length} lost, ${doubled.length} doubled at the supplier (${retried} sent again by the browser since nothing was stored), ${stuck.length} stuck${[...lost, ...doubled, ...stuck].map((line) => `\n  ${line}`).join("")}`,
    ),
    `backup in the middle: ${restored}`,
    `other refusals: ${[...world.unexpected].map(([what, times]) => `${times} × ${what}`).join("; ") || "none"}`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}
