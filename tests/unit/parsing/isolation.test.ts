import { createSocket } from "node:dgram";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { startChild, temporaryFolder } from "@/lib/parsing/child";

jest.setTimeout(120_000);

/** Words by which the child, or the permission model of its runtime, says no. */
const REFUSED = /No network here|ERR_ACCESS_DENIED|ERR_DLOPEN_DISABLED/;

it("the process files are read in has no way out: network, processes, files of others", async () => {
  let arrived = 0;
  const tcp = createServer(() => {
    arrived += 1;
  }).listen(0, "127.0.0.1");
  const udp = createSocket("udp4", () => {
    arrived += 1;
  });
  udp.bind(0, "127.0.0.1");
  await Promise.all([once(tcp, "listening"), once(udp, "listening")]);
  await mkdir(temporaryFolder(), { recursive: true });
  const folder = await mkdtemp(path.join(temporaryFolder(), "probe-"));
  const foreign = await mkdtemp(path.join(os.tmpdir(), "outside-"));
  const task = {
    root: process.cwd(),
    tcp: (tcp.address() as AddressInfo).port,
    udp: udp.address().port,
    inside: path.join(folder, "file"),
    outside: path.join(foreign, "secret.mjs"),
  };
  await writeFile(task.inside, "kept");
  await writeFile(task.outside, "export default 'secret';");
  const probe = path.join(folder, "probe.mjs");
  await copyFile("tests/fakes/isolation-probe.mjs", probe);
  const child = startChild(false, probe);
  try {
    child.send(task);
    const [result] = (await once(child, "message")) as [Record<string, string>];
    expect(Object.keys(result).length).toBeGreaterThan(50);
    expect(Object.entries(result).filter(([, said]) => !REFUSED.test(said))).toEqual([]);
    expect(arrived).toBe(0);
    expect(await readFile(task.inside, "utf8")).toBe("kept");
    expect(await readdir(foreign)).toEqual(["secret.mjs"]);
  } finally {
    child.kill("SIGKILL");
    tcp.close();
    udp.close();
    for (const name of [folder, foreign]) await rm(name, { recursive: true, force: true });
  }
});

it("closes the doors before any parser is loaded", async () => {
  const source = await readFile("lib/parsing/worker/main.ts", "utf8");
  expect(source.match(/^import .*$/m)?.[0]).toBe('import "./no-network.ts";');
});
