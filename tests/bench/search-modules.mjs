// A part of `bench:search` that measures an engine in a process of its own. Prints what it does, and as its last line JSON.
//   search-modules.mjs compile | crawl --hosts 20 --pages 500 [--traps] | index --pages 20000 --questions 200 set.json… | retrieval set.json…
// Postgres is the empty database of DATABASE_URL; without one the embedded database serves.
import { readFile } from "node:fs/promises";
import { withProductModules } from "./own-process.mjs";
import { libraryOf, squadSet } from "./retrieval-sets.mjs";

const arg = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : process.argv[at + 1];
};
const [part] = process.argv.slice(2);
const jsons = [];
for (const name of process.argv.filter((word) => word.endsWith(".json")))
  jsons.push(JSON.parse((await readFile(name, "utf8")).replace(/^\uFEFF/, "")));

const PARTS = {
  /** Only loads what the others run. */
  compile: () => [],
  crawl: ({ crawlSites }) =>
    crawlSites({
      ...{ hosts: Number(arg("hosts")), pages: Number(arg("pages")), port: Number(arg("port")) },
      hasTraps: process.argv.includes("--traps"),
    }),
  index: async ({ fillIndex, timeIndex, SLICES_OF_PAGE, WARMING }) => {
    const pages = Number(arg("pages"));
    const { texts, questions } = libraryOf(jsons, pages * SLICES_OF_PAGE);
    await fillIndex(texts, (line) => console.log(line));
    return timeIndex(questions.slice(0, Number(arg("questions")) + WARMING));
  },
  retrieval: async ({ findPassages }) => {
    const found = [];
    for (const json of jsons) found.push(await findPassages(squadSet(json)));
    return found;
  },
};

const settings = { ALLOW_PRIVATE_NETWORK: "127.0.0.0/8" };
await withProductModules({ databaseUrl: process.env.DATABASE_URL, settings }, async () => {
  console.log(JSON.stringify(await PARTS[part](await import("./search-modules.ts"))));
});
process.exit(0);
