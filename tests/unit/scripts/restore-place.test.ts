import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { PLACE, settleRestore } from "../../../scripts/lib/restore-place.mjs";

let dataDir: string;
const inPlace = (name: string) => path.join(dataDir, PLACE, name);

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "restore-place-"));
  await mkdir(inPlace("pg"), { recursive: true });
  await mkdir(inPlace("files"));
  await writeFile(inPlace("secrets.json"), "{}");
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe("a data folder with a restore in it", () => {
  it("is refused while the restore is not complete", async () => {
    await expect(settleRestore(dataDir)).rejects.toThrow("was cut off");
    expect(await readdir(dataDir)).toEqual([PLACE]);
  });

  it("is finished when only the moving was left, wherever that was cut off", async () => {
    await writeFile(inPlace("complete"), "");
    // Moved before the cut.
    await rm(inPlace("secrets.json"));
    await writeFile(path.join(dataDir, "secrets.json"), "{}");
    await settleRestore(dataDir);
    expect((await readdir(dataDir)).sort()).toEqual(["files", "pg", "secrets.json"]);
    await settleRestore(dataDir);
    expect(existsSync(path.join(dataDir, "pg"))).toBe(true);
  });
});
