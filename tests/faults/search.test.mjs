// Crashes while a source is read and while the web is searched, with the real product. `npm run test:faults`
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import pg from "pg";
import { readRunFile } from "../../scripts/lib/run-file.mjs";
import { startModelServer } from "../fakes/model-server.mjs";
import { startWebSite } from "../fakes/web-site.mjs";
import { signIn, startProduct, until } from "./product.mjs";

const PAGES = 120;
/** What reading may take after a start, on top of the lease and the claims a dead process left. */
const READ_MS = 480_000;

let fake;
let site;
let dataDir;
let product;

before(async () => {
  fake = await startModelServer();
  site = await startWebSite({ address: "127.0.0.91", numbered: PAGES });
  site.state.delayMs = 150;
  dataDir = await mkdtemp(path.join(os.tmpdir(), "search-"));
});
after(async () => {
  await product?.kill().catch(() => undefined);
  await fake.close();
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start() {
  product = await startProduct({
    ...{ DATA_DIR: dataDir, DATABASE_URL: "", OPENAI_BASE_URL: fake.url, OPENAI_MODEL: "fake-reader-slow" },
    ALLOW_PRIVATE_NETWORK: site.host,
  });
  return signIn(product.url);
}

async function kill() {
  const dead = product;
  product = undefined;
  await dead.kill();
}

const at = (route) => `${product.url}/api/search${route}`;

async function queried(text) {
  const { socketDir } = await readRunFile(dataDir);
  const db = new pg.Client({ host: socketDir, user: "postgres", database: "postgres" });
  await db.connect();
  try {
    return (await db.query(text)).rows;
  } finally {
    await db.end();
  }
}

test("a source that is being read is read to its end, every page once, whenever the process is killed", async () => {
  let api = await start();
  const limits = await api.get(at("/sources/limits"));
  await api.put(at("/sources/limits"), { ...limits, pauseSeconds: 0 });
  const { id } = await api.post(at("/sources"), { name: "Site", domains: [`${site.url}/`], pauseMs: 0 });
  await api.post(at(`/sources/${id}/crawl`));
  const kept = async () => (await api.get(at(`/sources/${id}`))).pages;
  for (const share of [0.2, 0.6]) {
    await until(async () => (await kept()) >= PAGES * share, READ_MS);
    await kill();
    api = await start();
  }
  await until(async () => {
    const { state, pages } = await api.get(at(`/sources/${id}`));
    return state !== "running" && pages >= PAGES;
  }, READ_MS);
  const [counts] = await queried(`
    select count(*) filter (where p.version_id is not null)::int as kept, count(distinct v.id)::int as versions,
      count(*) filter (where not coalesce(s.is_ready, false) and p.version_id is not null)::int as unready
    from web_pages p left join file_versions v on v.file_id = p.file_id left join slice_sets s on s.id = p.set_id
    where p.address like '%/p/%'`);
  assert.deepEqual(counts, { kept: PAGES, versions: PAGES, unready: 0 });
  const left = await queried("select id from files where purpose = 'web-page' and status = 'uploading'");
  assert.deepEqual(left, []);

  const search = await api.post(at("/searches"), { mode: "quick", sourceIds: [id] });
  const answer = await api.ask(at(`/searches/${search.id}/answer`), { text: "What is page number n7 of the site?" });
  await until(async () => answer.lines.some(({ type }) => type === "text-delta"), 60_000);
  // What was said is stored a moment later (SECURITY rule 24: within 2 s).
  await until(
    async () => (await queried(`select 1 from run_chunks where lines like '%"data-source"%'`)).length,
    10_000,
  );
  await kill();
  api = await start();
  // What was said so far is there, and the search can be asked on.
  const path = `${product.url}/api/chat/sessions/${search.id}/messages`;
  const messages = await until(async () => {
    const { items } = await api.get(path);
    return items.every(({ status }) => status !== "streaming") && items;
  }, 120_000);
  assert.equal(messages.at(-1).status, "interrupted");
  assert.ok(messages.at(-1).parts.some(({ type }) => type === "pages"));
});
