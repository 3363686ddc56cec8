import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const parent = realpathSync(os.tmpdir());
const wanted = path.join(parent, `meridian-reading-${process.pid}`);
const load = async () => {
  jest.resetModules();
  const [{ temporaryFolder }, { sweepLocalFiles }] = await Promise.all([
    import("@/lib/parsing/child"),
    import("@/lib/parsing/source"),
  ]);
  return { temporaryFolder, sweepLocalFiles };
};

beforeEach(() => rmSync(wanted, { recursive: true, force: true }));
afterAll(() => rmSync(wanted, { recursive: true, force: true }));

it("is this process's own, which nobody else may enter", async () => {
  const { temporaryFolder } = await load();
  expect(temporaryFolder()).toBe(wanted);
  expect(statSync(wanted).mode & 0o777).toBe(0o700);
  expect((await load()).temporaryFolder()).toBe(wanted);
});

it("is another one where somebody made it before, open to others", async () => {
  mkdirSync(wanted, { mode: 0o777 });
  const { temporaryFolder } = await load();
  const other = temporaryFolder();
  expect(other).toMatch(new RegExp(`^${wanted}-.+`));
  expect(statSync(other).mode & 0o777).toBe(0o700);
  rmSync(other, { recursive: true });
});

it("of a process that was killed is removed, of one that runs it stays", async () => {
  const { pid } = spawnSync("true");
  const [dead, alive] = [pid, process.ppid].map((id) => path.join(parent, `meridian-reading-${id}`)) as [
    string,
    string,
  ];
  mkdirSync(dead);
  const isNew = !existsSync(alive);
  if (isNew) mkdirSync(alive);
  await (await load()).sweepLocalFiles(new Date(0));
  expect([existsSync(dead), existsSync(alive)]).toEqual([false, true]);
  if (isNew) rmSync(alive, { recursive: true });
});
