// One size on one engine for `bench:knowledge --part scale`: fills an empty database, or takes the one it filled before, and
// measures. Prints what it does, and as its last line the figures as JSON.
//   knowledge-scale.mjs --engine pglite|postgres --slices N --url <supplier> --questions 100 [--data folder] set.json…
// Postgres is the database of DATABASE_URL. With --data the embedded one is kept there.
import { readFile } from "node:fs/promises";
import { withProductModules } from "./own-process.mjs";
import { libraryOf } from "./retrieval-sets.mjs";

const arg = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : process.argv[at + 1];
};
const slices = Number(arg("slices"));
const jsons = [];
for (const name of process.argv.filter((word) => word.endsWith(".json")))
  jsons.push(JSON.parse((await readFile(name, "utf8")).replace(/^\uFEFF/, "")));

const settings = {
  // The same each time: what was filled is measured again.
  AUTH_SECRET: "bench".padEnd(43, "a"),
  ENCRYPTION_KEY: "bench".padEnd(43, "b"),
  OPENAI_BASE_URL: arg("url"),
  OPENAI_EMBEDDING_MODEL: "mock-d1024",
};
const databaseUrl = arg("engine") === "postgres" ? process.env.DATABASE_URL : "";
await withProductModules({ databaseUrl, keptFolder: arg("data"), settings }, async () => {
  const { BASES, fill, measure, textsFor, WARMING } = await import("./knowledge-scale.ts");
  const { texts, questions } = libraryOf(jsons, textsFor(slices));
  await fill(texts, slices, (line) => console.log(line));
  const asked = questions.slice(0, Number(arg("questions")) + WARMING);
  const figures = {};
  const granted = [BASES.middle, BASES.little, "small 0"];
  for (const [name, account, bases] of [
    ["one base", "owner", [BASES.large]],
    ["one base, a third of its files kept from the person", "reader", [BASES.large]],
    ["another base", "owner", [BASES.middle]],
    ["three bases, all their owner's", "owner", granted],
    ["three bases of 500 a person has the right to", "reader", granted],
  ])
    figures[name] = await measure({ account, bases, questions: asked });
  console.log(JSON.stringify(figures));
});
