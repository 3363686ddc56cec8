/** @runs once: starts a server that has no database. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { CALL_POLICY, FILE_POLICY, FRAMEWORK_HEADERS, fillInHeaders } from "@/lib/config/security-headers";
import { projectNode, root } from "@/scripts/lib/root.mjs";

/** A server below the product's own preload: what it delivers is looked at, not what a handler returned. */
const SERVER = `
import http from "node:http";
const policy = ${JSON.stringify(FILE_POLICY)};
const answers = {
  "/api/file": (r) => r.setHeader("Content-Security-Policy", policy).end("file"),
  "/api/direct": (r) => r.writeHead(200, { "content-security-policy": policy }).end("direct"),
  "/api/json": (r) => r.end("{}"),
  "/public/stream": (r) => (r.write("a"), r.end("b")),
  "/metrics?x=1": (r) => r.writeHead(404, "Gone", ["x-a", "1"]).end(),
  "/brand/logo.svg": (r) => r.writeHead(200, { "content-type": "image/svg+xml" }).end("<svg/>"),
  "/api/error": (r) => { r.statusCode = 500; r.end("Internal Server Error"); },
};
const server = http.createServer((request, response) => (answers[request.url] ?? ((r) => r.end("page")))(response));
globalThis.__lastHeaders = JSON.parse(process.argv[1]);
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

let child: ChildProcess;
let base: string;
beforeAll(async () => {
  fillInHeaders();
  const { __lastHeaders } = globalThis as unknown as { __lastHeaders: Record<string, string> };
  const preload = path.join(root, "scripts/preload.mjs");
  const args = ["--import", preload, "--input-type=module", "--eval", SERVER, JSON.stringify(__lastHeaders)];
  child = spawn(projectNode, args, {
    env: { PATH: process.env.PATH, NODE_ENV: "test" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(child.stdout!, "data")) as [Buffer];
  base = `http://127.0.0.1:${String(port).trim()}`;
});
afterAll(async () => {
  child.kill();
  await once(child, "exit");
});

const policyAt = async (where: string) => {
  const response = await fetch(base + where);
  await response.text();
  return response.headers.get("content-security-policy");
};

describe("the content policy that is delivered", () => {
  it.each(["/api/file", "/api/direct"])("is the handler's where it has one: %s", async (where) => {
    expect(await policyAt(where)).toBe(FILE_POLICY);
  });

  it.each(["/api/json", "/public/stream", "/metrics?x=1", "/brand/logo.svg", "/api/error"])(
    "is there where nobody has said it: %s",
    async (where) => {
      expect(await policyAt(where)).toBe(CALL_POLICY);
    },
  );

  it.each(["/", "/apiary", "/_next/static/a.js"])("is left to pages and their scripts: %s", async (where) => {
    expect(await policyAt(where)).toBeNull();
  });

  // The framework sets these first and then drops what a handler says under the same name.
  it("is never one of the framework's own headers", () => {
    const names = FRAMEWORK_HEADERS.flatMap(({ headers }) => headers.map(({ key }) => key));
    expect(names).toContain("x-content-type-options");
    expect(names).not.toContain("content-security-policy");
    expect(names).not.toContain("cache-control");
  });
});
