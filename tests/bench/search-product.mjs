// A built product of its own for a part of `bench:search`.
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { startProduct } from "../faults/product.mjs";
import { ownDatabase } from "./lib.mjs";

/** What `measure` answers of a product on an engine; it is told the address, the data folder and a pool of the database. */
export async function withProduct(engine, env, measure) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "bench-search-"));
  const url = engine === "postgres" ? await ownDatabase(`bench_search_${Date.now()}`) : "";
  const product = await startProduct({
    ...{ DATA_DIR: dataDir, DATABASE_URL: url, OPENAI_API_KEY: "k", OPENAI_MODEL: "mock" },
    ...{ AUTH_SECRET: randomBytes(32).toString("hex"), ENCRYPTION_KEY: randomBytes(32).toString("hex") },
    ...env,
  });
  const { socketDir } = url ? {} : JSON.parse(await readFile(path.join(dataDir, "run.json"), "utf8"));
  const database = url ? { connectionString: url } : { host: socketDir, user: "postgres", database: "postgres" };
  const pool = new pg.Pool({ ...database, max: 1 });
  try {
    return await measure({ url: product.url, dataDir, pool });
  } finally {
    await pool.end();
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
