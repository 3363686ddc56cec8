import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { copyFolder } from "../../../scripts/lib/copy-folder.mjs";
import { lockHolder } from "../../../scripts/lib/socket-lock.mjs";

const startScript = path.join(process.cwd(), "tests/integration/scripts/stand-in-start.mjs");
const LONGEST_WAIT_MS = 30_000;

/** Polls until `check` gives something true; fails with `what` instead of hanging. */
export async function until<T>(what: string, check: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Whether the process runs. One that has ended and only waits for its parent to read its exit code does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return !existsSync("/proc/self");
  }
}

export function makeDataDir(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), "meridian-process-"));
}

/** A data folder whose database is made already, which takes a new one most of its first start. */
export async function makeUsedDataDir(): Promise<string> {
  const dataDir = await makeDataDir();
  await copyFolder(String(process.env.MADE_DATABASE), path.join(dataDir, "pg"));
  return dataDir;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** The start script as a process of its own, with a stand-in for the web process. */
export class Product {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output = "";
  errors = "";

  private constructor(
    readonly port: number,
    readonly dataDir: string,
    env: Record<string, string>,
    command: string[],
  ) {
    const inherited = { ...process.env };
    const ours = ["DATABASE_URL", "DATABASE_SOCKET", "AUTH_SECRET", "ENCRYPTION_KEY", "PUBLIC_URL"];
    for (const name of [...ours, "npm_lifecycle_event"]) delete inherited[name];
    const settings = { PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, ...env };
    const [file = process.execPath, ...args] = command;
    this.child = spawn(file, args, { env: { ...inherited, NODE_OPTIONS: "", ...settings } });
    this.child.stdout?.setEncoding("utf8").on("data", (text) => {
      this.output += text;
    });
    this.child.stderr?.setEncoding("utf8").on("data", (text) => {
      this.errors += text;
    });
    this.ended = new Promise((resolve) => this.child.once("close", resolve));
  }

  static async start({ dataDir = "", port = 0, env = {}, command = [process.execPath, startScript] } = {}) {
    return new Product(port || (await freePort()), dataDir || (await makeUsedDataDir()), env, command);
  }

  async untilReady(): Promise<this> {
    await until("the product to be ready", () => {
      if (this.child.exitCode !== null) throw new Error(`It ended instead of starting: ${this.errors}`);
      return this.output.includes("Ready in");
    });
    return this;
  }

  get(route: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
    return fetch(`http://127.0.0.1:${this.port}${route}`, { headers }).then(
      (answer) => answer.json() as Promise<Record<string, unknown>>,
    );
  }

  get webPid(): number {
    return Number(/web: pid (\d+)/.exec(this.output)?.[1]);
  }

  /** Process id of the database, which holds a lock of its own on the data folder; null when it is free. */
  databasePid(): Promise<number | null> {
    return lockHolder(this.dataDir, "database.lock");
  }

  lockedBy(): Promise<number | null> {
    return lockHolder(this.dataDir);
  }

  /** Ends it, whatever state it is in, and removes its data. */
  async remove(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill("SIGTERM");
    await this.ended;
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
