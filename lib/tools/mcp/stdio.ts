import "server-only";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import type { MCPTransport } from "@ai-sdk/mcp";
import { validateJSONRPCMessage } from "@ai-sdk/mcp";
import { childEnvironment } from "@/lib/config/child-environment";
import { env } from "@/lib/config/env";
import { isForbiddenVariable, type StdioCommand } from "@/lib/config/stdio-commands";
import { ToolFailure } from "../types";

type Message = Parameters<MCPTransport["send"]>[0];

/** One line of a server, bytes; a longer one is no answer any more. */
const LINE_MAX = 4 * 1024 ** 2;
const KILL_MS = 1000;
/** Seconds of a processor, and KiB of memory of its own, for each process of a server. */
const CPU_SECONDS = 120;
const MEMORY_KIB = 2 * 1024 ** 2;

/**
 * Sets the limits and becomes the server; its command line arrives as arguments and is never read as text. Descriptor 3 is
 * held by our process alone: when that ends, in whatever way, the watcher reads its end and ends the whole group.
 */
const LAUNCHER = [
  "umask 077",
  "ulimit -c 0",
  `ulimit -t ${CPU_SECONDS}`,
  `ulimit -d ${MEMORY_KIB} 2>/dev/null`,
  "(read -r _ <&3; kill -KILL 0) >/dev/null 2>&1 &",
  "exec 3<&-",
  'exec "$@"',
].join("\n");

interface Command {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
}

/** The line of MCP_STDIO that is this command with exactly these arguments. */
export function findCommandLine(command: string, args: readonly string[]): StdioCommand | undefined {
  return env().MCP_STDIO.find((line) => isDeepStrictEqual([line.command, ...line.args], [command, ...args]));
}

/** Whether MCP_STDIO lists the whole command line, and lets each of these variables be set. */
export function isAllowedCommand(command: string, args: readonly string[], variables: readonly string[]): boolean {
  const line = findCommandLine(command, args);
  return line !== undefined && variables.every((name) => line.variables.includes(name) && !isForbiddenVariable(name));
}

// One folder a command line: package runners keep what they fetched there.
const shared = globalThis as typeof globalThis & { __mcpHomes?: Map<string, string> };

/** An empty folder of its own that a server takes for its home; it goes with this process. */
function homeOf({ command, args }: Command): string {
  shared.__mcpHomes ??= new Map();
  const homes = shared.__mcpHomes;
  const key = JSON.stringify([command, args]);
  const known = homes.get(key);
  if (known && existsSync(/* turbopackIgnore: true */ known)) return known;
  const home = mkdtempSync(path.join(/* turbopackIgnore: true */ os.tmpdir(), "meridian-mcp-"));
  if (homes.size === 0) {
    process.once("exit", () => {
      for (const folder of homes.values()) rmSync(folder, { recursive: true, force: true });
    });
  }
  homes.set(key, home);
  return home;
}

/**
 * An MCP server as a child process: a command line of MCP_STDIO, none of our environment, with limits, ended with
 * everything it started. The package's own transport passes HOME and more of our environment on, reads lines without end
 * and ends the first process only.
 */
export class StdioTransport implements MCPTransport {
  readonly supportsProtocolVersionDiscovery = false;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: Message) => void;
  private child?: ChildProcess;
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly server: Command) {}

  async start(): Promise<void> {
    const { command, args, env: given } = this.server;
    if (!isAllowedCommand(command, args, Object.keys(given))) throw new ToolFailure("stdioNotAllowed");
    const home = homeOf(this.server);
    // Asked for at run time: a bundler would look for the file that is started.
    const { spawn } = process.getBuiltinModule("node:child_process");
    const child = spawn("/bin/sh", ["-c", LAUNCHER, "mcp", command, ...args], {
      shell: false,
      detached: true,
      // Not ours: programs read settings from the folder they run in.
      cwd: home,
      env: childEnvironment({ ...given, PATH: env().PATH, HOME: home, LANG: "C.UTF-8" }),
      stdio: ["pipe", "pipe", "ignore", "pipe"],
    });
    this.child = child;
    const lifeline = child.stdio[3] as Writable;
    lifeline.on("error", () => undefined);
    (child.stdout as Readable).on("data", (bytes: Buffer) => this.read(bytes));
    // Writing to one that has gone.
    (child.stdin as Writable).on("error", (error) => this.onerror?.(error));
    child.once("exit", () => {
      lifeline.destroy();
      this.onclose?.();
    });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", () => reject(new ToolFailure("toolUnreachable")));
    });
  }

  async send(message: Message): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null) throw new ToolFailure("toolUnreachable");
    await new Promise<void>((resolve, reject) => {
      (child.stdin as Writable).write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    endGroup(child.pid, "SIGTERM");
    const { pid } = child;
    const timer = setTimeout(() => endGroup(pid, "SIGKILL"), KILL_MS);
    await gone;
    clearTimeout(timer);
    // What it started and left behind.
    endGroup(pid, "SIGKILL");
  }

  private read(bytes: Buffer): void {
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes;
    for (let end = this.rest.indexOf(10); end !== -1; end = this.rest.indexOf(10)) {
      const line = this.rest.toString("utf8", 0, end).trim();
      this.rest = this.rest.subarray(end + 1);
      if (line) this.take(line);
    }
    if (this.rest.length <= LINE_MAX) return;
    this.rest = Buffer.alloc(0);
    this.onerror?.(new Error("line too long"));
    void this.close();
  }

  private take(line: string): void {
    try {
      this.onmessage?.(validateJSONRPCMessage(JSON.parse(line)));
    } catch (error) {
      // Servers print greetings too; they are no messages.
      this.onerror?.(error as Error);
    }
  }
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}
