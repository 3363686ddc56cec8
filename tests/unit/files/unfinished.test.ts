import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { v7 } from "uuid";
import { resetEnv } from "@/lib/config/env";
import { readUnfinished } from "@/lib/files/unfinished";

let dataDir: string;
const before = process.env.DATA_DIR;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "unfinished-"));
  process.env.DATA_DIR = dataDir;
  resetEnv();
});
afterAll(async () => {
  if (before === undefined) delete process.env.DATA_DIR;
  else process.env.DATA_DIR = before;
  resetEnv();
  await rm(dataDir, { recursive: true, force: true });
});

it("bytes that are gone are told to whoever reads them, and end nothing before somebody does", async () => {
  const bytes = readUnfinished(v7(), v7());
  // Without a listener the failed opening would be an uncaught exception here.
  await setTimeout(50);
  await expect(bytes.toArray()).rejects.toMatchObject({ code: "ENOENT" });
});
