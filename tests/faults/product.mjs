// Starts and drives real products for the tests of crashes. Needs a build (`npm run build`).
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { projectNode, root } from "../../scripts/lib/root.mjs";

export const ADMIN = { username: "admin", password: "Admin12345" };

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts the product and resolves when it answers. `kill` ends the start script and the web process with -9. */
export async function startProduct(env) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(projectNode, [path.join(root, "scripts/start.mjs")], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: "error",
      NODE_ENV: "production",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the product did not start:\n${output}`);
    return (await fetch(`${url}/api/health`).catch(() => null))?.ok;
  }, 300_000);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  const kill = async () => {
    const web = childrenOf(child.pid).filter((pid) => !commandOf(pid).includes("database.mjs"));
    for (const pid of [child.pid, ...web]) process.kill(pid, "SIGKILL");
    await ended;
  };
  /** Ends with -9: `web` (the start script leaves by itself), `product` (the database leaves), `database`, `everything`. */
  const killPart = async (part) => {
    const all = childrenOf(child.pid);
    const databases = all.filter((pid) => commandOf(pid).includes("database.mjs"));
    const web = all.filter((pid) => !databases.includes(pid));
    const parts = { web, product: [child.pid, ...web], database: databases, everything: [child.pid, ...all] };
    for (const pid of parts[part]) process.kill(pid, "SIGKILL");
    if (part !== "database") await ended;
  };
  /** Of the process that answers. */
  const webPid = () => childrenOf(child.pid).find((pid) => !commandOf(pid).includes("database.mjs"));
  return { url, stop, kill, killPart, webPid };
}

const childrenOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number),
  );
const commandOf = (pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8");

export async function until(probe, timeoutMs) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > end) throw new Error("condition did not come true");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Calls of one signed-in person; rejects with the envelope when the code is not 200. */
export function client(token) {
  const headers = { "content-type": "application/json", ...(token ? { authorization: token } : {}) };
  const call = async (method, url, body) => {
    const answer = await (await fetch(url, { method, headers, body: body && JSON.stringify(body) })).json();
    if (answer.code !== 200) throw Object.assign(new Error(answer.message), answer);
    return answer.data;
  };
  return {
    get: (url) => call("GET", url),
    post: (url, body = {}) => call("POST", url, body),
    patch: (url, body) => call("PATCH", url, body),
    put: (url, body) => call("PUT", url, body),
    token,
    /** Opens an answer; `lines` grow as they arrive, `done` resolves at the end or when the connection breaks. */
    async ask(url, body) {
      return reading(await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }));
    },
    async follow(url) {
      return reading(await fetch(url, { headers }));
    },
  };
}

export async function signIn(url) {
  const { token } = await client().post(`${url}/api/token/login-pw`, ADMIN);
  return client(token);
}

function reading(response) {
  const stream = { status: response.status, lines: [], done: undefined };
  const decoder = new TextDecoder();
  let rest = "";
  stream.done = (async () => {
    for await (const bytes of response.body) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = parts.pop();
      for (const line of parts) if (line) stream.lines.push(JSON.parse(line));
    }
    // A refusal is one line without an end.
    if (rest) stream.lines.push(JSON.parse(rest));
  })().catch(() => undefined);
  return stream;
}

export const textOf = (lines) => lines.map((line) => (line.type === "text-delta" ? line.delta : "")).join("");
export const finishOf = (lines) => lines.find((line) => line.type === "finish")?.messageMetadata;
