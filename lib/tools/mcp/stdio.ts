import "server-only";
import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { MCPTransport } from "@ai-sdk/mcp";
import { validateJSONRPCMessage } from "@ai-sdk/mcp";
import { env } from "@/lib/config/env";
import { ToolFailure } from "../types";

type Message = Parameters<MCPTransport["send"]>[0];

/** One line of a server, bytes; a longer one is no answer any more. */
const LINE_MAX = 4 * 1024 ** 2;
const KILL_MS = 1000;

interface Command {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
}

/** Whether the environment lets this command be started: MCP_STDIO names it exactly. */
export function isAllowedCommand(command: string): boolean {
  return env().MCP_STDIO.includes(command);
}

/**
 * An MCP server as a child process: no shell, none of our environment, ended with everything it started. The package's own
 * transport passes HOME and more of our environment on, reads lines without end and ends the first process only.
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
    if (!isAllowedCommand(this.server.command)) throw new ToolFailure("stdioNotAllowed");
    // Asked for at run time: a bundler would look for the file that is started.
    const { spawn } = process.getBuiltinModule("node:child_process");
    const child = spawn(this.server.command, [...this.server.args], {
      shell: false,
      detached: true,
      env: { ...this.server.env, PATH: env().PATH } as unknown as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.child = child;
    (child.stdout as Readable).on("data", (bytes: Buffer) => this.read(bytes));
    // Writing to one that has gone.
    (child.stdin as Writable).on("error", (error) => this.onerror?.(error));
    child.once("exit", () => this.onclose?.());
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
