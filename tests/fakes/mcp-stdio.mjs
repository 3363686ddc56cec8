// An MCP server on standard input and output, for tests. It starts a child of its own that would outlive it.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { makeMcpServer } from "./mcp-tools.mjs";

const [pidFile] = process.argv.slice(2);
if (pidFile) {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  writeFileSync(pidFile, JSON.stringify([process.pid, child.pid]));
}
console.log("this line is no message");
await makeMcpServer({ environment: true }).connect(new StdioServerTransport());
