/** @runs once: starts embedded databases of its own. */
import { cp, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { copyFolder } from "../../../scripts/lib/copy-folder.mjs";
import { makeDataDir, Product } from "./product";

const products: Product[] = [];
let whole: Product;

jest.setTimeout(120_000);

async function start(dataDir?: string): Promise<Product> {
  const product = await Product.start({ dataDir });
  products.push(product);
  return product;
}

async function refusal(product: Product): Promise<string> {
  expect(await product.ended).toBe(1);
  expect(product.output).not.toContain("Ready in");
  expect(product.errors).not.toMatch(/^\s+at |Aborted|ASSERTIONS|Error:/m);
  return product.errors;
}

beforeAll(async () => {
  whole = await (await Product.start()).untilReady();
  whole.child.kill("SIGTERM");
  await whole.ended;
});
afterAll(() => whole.remove());
afterEach(async () => {
  for (const product of products.splice(0)) await product.remove();
});

const folderOf = (product: Product) => (name: string) => path.join(product.dataDir, name);

/** The stopped installation without its database, with a file of somebody and two archives. */
async function withoutDatabase(): Promise<string> {
  const dataDir = `${whole.dataDir}-${products.length}-${Date.now()}`;
  await mkdir(dataDir);
  await cp(path.join(whole.dataDir, "secrets.json"), path.join(dataDir, "secrets.json"));
  await mkdir(path.join(dataDir, "files/ab"), { recursive: true });
  await writeFile(path.join(dataDir, "files/ab/file"), "somebody's");
  await mkdir(path.join(dataDir, "backups"));
  for (const name of ["meridian-20260101-030000-aaaaaa.tar", "meridian-20260102-030000-bbbbbb.tar"]) {
    await writeFile(path.join(dataDir, "backups", name), "archive");
  }
  return dataDir;
}

test("a data folder whose database is gone is not started as a new one, and says what is there and how to go on", async () => {
  const dataDir = await withoutDatabase();
  const product = await start(dataDir);
  const words = await refusal(product);
  expect(words).toMatch(
    /holds secrets\.json \(its keys\), files\/ .* and backups\/ \(2 archives\), but its database \(pg\/\) is missing/,
  );
  expect(words).toContain(
    `npm run restore -- --from ${path.join(dataDir, "backups/meridian-20260102-030000-bbbbbb.tar")}`,
  );
  expect(words).toContain("set DATABASE_URL");
  expect((await readdir(dataDir)).sort()).toEqual(["backups", "files", "secrets.json"]);
  // An empty folder in its place is no database either.
  await mkdir(path.join(dataDir, "pg"));
  expect(await refusal(await start(dataDir))).toContain("is missing");
  // With the keys given by variables the files alone tell.
  await rm(path.join(dataDir, "secrets.json"));
  expect(await refusal(await start(dataDir))).toMatch(/holds files\/ .* and backups/);
});

test("a damaged database says so in words, names the backups, and is left as it is", async () => {
  const product = await start(await withoutDatabase());
  await product.ended;
  const at = folderOf(product);
  const damage: Record<string, () => Promise<void>> = {
    "parts of it are missing": () => rm(at("pg/PG_VERSION")),
    "the engine gave up reading it": () => rm(at("pg/pg_wal"), { recursive: true }),
  };
  for (const [why, harm] of Object.entries(damage)) {
    await rm(at("pg"), { recursive: true, force: true });
    await copyFolder(path.join(whole.dataDir, "pg"), at("pg"));
    await harm();
    const before = await readdir(at("pg"));
    const words = await refusal(await start(product.dataDir));
    expect(words).toContain(
      `The database in ${at("pg")} is damaged and cannot be opened (${why}). Nothing was changed.`,
    );
    expect(words).toContain(`mv ${at("pg")} ${at("pg")}.damaged`);
    expect(words).toMatch(/npm run restore -- --from .*bbbbbb\.tar\n {2}Older ones beside it: meridian-20260101/);
    expect(await readdir(at("pg"))).toEqual(before);
  }
});

test("a first start that was killed while it made the database begins again", async () => {
  const product = await start(await makeDataDir());
  while (!(await readdir(product.dataDir)).includes(".pg-new")) await new Promise((resolve) => setTimeout(resolve, 20));
  product.child.kill("SIGKILL");
  await product.ended;
  expect(await readdir(product.dataDir)).not.toContain("secrets.json");
  const next = await (await start(product.dataDir)).untilReady();
  expect(await next.get("/api/health")).toEqual({ database: true });
  expect(await readdir(product.dataDir)).not.toContain(".pg-new");
  next.child.kill("SIGTERM");
  await next.ended;
  await rename(path.join(product.dataDir, "pg"), path.join(product.dataDir, "pg.damaged"));
  expect(await refusal(await start(product.dataDir))).toContain("holds secrets.json (its keys), but its database");
});
