// What every fake supplier does the same: listening, reading, pacing, breaking.
import http from "node:http";
import { pathToFileURL } from "node:url";

/** A silence of an hour must not keep a test process alive. */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref());

/**
 * Starts a fake on a loopback port (0: any). `handle(request, res, state)` gets `{ method, path, query, headers, bytes }`.
 * `state` holds what it saw: requests, answers under way, answers whose reader left, bytes offered of huge bodies.
 */
export function startFake(port, handle) {
  const state = { requests: [], open: 0, aborted: 0, flaky: 0, halting: 0, offered: 0, onEmbeddings: undefined };
  const server = http.createServer((req, res) => {
    if (req.method === "GET" && req.url === "/state") return json(res, 200, state);
    const parts = [];
    req.on("data", (part) => parts.push(part));
    req.on("end", () => {
      const { pathname, searchParams } = new URL(req.url, "http://fake");
      const request = { method: req.method, headers: req.headers, path: pathname, query: searchParams };
      Promise.resolve(handle({ ...request, bytes: Buffer.concat(parts) }, res, state)).catch((error) =>
        json(res, 400, { error: { message: String(error) } }),
      );
    });
  });
  server.keepAliveTimeout = 5000;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const close = () => {
        server.closeAllConnections();
        return new Promise((done) => server.close(done));
      };
      resolve({ origin: `http://127.0.0.1:${server.address().port}`, state, close });
    });
  });
}

export function json(res, status, value, headers = {}) {
  if (res.headersSent) return res.end();
  res.writeHead(status, { "content-type": "application/json", ...headers });
  res.end(JSON.stringify(value));
}

/** A refusal, in the protocol's words; a huge one is offered for as long as somebody reads it. */
export function refuse(res, answer, state, wrap) {
  if (!answer.huge) return json(res, answer.status, wrap(answer), answer.headers);
  res.writeHead(answer.status, { "content-type": "application/json" });
  const piece = Buffer.alloc(65_536, "x");
  const more = () => {
    while (!res.destroyed && state.offered < answer.huge) {
      state.offered += piece.length;
      if (!res.write(piece)) return void res.once("drain", more);
    }
    res.end();
  };
  more();
}

/**
 * Streams an answer. `wire` says how the protocol writes it: `open()`, `thinking(text)`, `text(text)`, `tool(tool, index)`,
 * `failure()` and `close(answer)`, each a list of strings.
 */
export async function play(res, answer, state, wire) {
  let gone = false;
  state.open++;
  res.on("close", () => {
    state.open--;
    if (!res.writableFinished) state.aborted++;
    gone = true;
  });
  if (answer.delay) await pause(answer.delay);
  if (gone) return;
  res.writeHead(200, { "content-type": answer.type ?? "text/event-stream; charset=utf-8" });
  if (answer.raw) return answer.bytewise ? drip(res, answer.raw, () => gone) : void res.end(answer.raw);
  const parts = [
    ...wire.open(answer),
    ...answer.thinking.flatMap((text) => wire.thinking(text)),
    ...answer.pieces.flatMap((text) => wire.text(text)),
    ...answer.tools.flatMap((tool, index) => wire.tool(tool, index)),
  ];
  const junk = answer.junk ? [": a comment\n\n", "data: {not json}\n\n"] : [];
  if (answer.bytewise) {
    const at = parts.length - 1;
    const whole = [...parts.slice(0, at), ...junk, ...parts.slice(at), ...wire.close(answer)].join("");
    return drip(res, Buffer.from(whole), () => gone);
  }
  for (const part of parts) {
    if (gone) return;
    res.write(part);
    if (answer.gap) await pause(answer.gap);
  }
  if (answer.end === "stall") return;
  if (answer.end === "destroy") return res.destroy();
  const last = answer.end === "close" ? [] : answer.end === "error" ? wire.failure() : wire.close(answer);
  res.end(last.join(""));
}

/** One byte at a time. */
async function drip(res, bytes, isGone) {
  for (let at = 0; at < bytes.length && !isGone(); at++) {
    res.write(bytes.subarray(at, at + 1));
    if (at % 40 === 0) await pause(0);
  }
  res.end();
}

/** `node <file> --port <n>` starts a fake by hand. */
export function runByHand(moduleUrl, start, fallback) {
  if (moduleUrl !== pathToFileURL(process.argv[1] ?? "").href) return;
  const at = process.argv.indexOf("--port");
  start(at < 0 ? fallback : Number(process.argv[at + 1])).then(({ url }) => console.log(`fake supplier on ${url}`));
}
