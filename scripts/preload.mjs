// Loaded into the web process before Next (`node --import`). Next's handlers see no socket and believe whatever the
// headers say, so what we rely on is settled here, once for every request:
// - x-client-address: who is asking, from the socket, or with TRUST_PROXY the rightmost hop of x-forwarded-for, the
//   one our proxy wrote; everything left of it can be invented by the caller;
// - x-request-id: one id for logs and answers;
// - headers that name another host, protocol or address are dropped unless a proxy is configured, and the one by which
//   Next marks its own inner calls always, because it has been used to walk past the middleware.
// And when an answer that is no page is written, headers that nobody has set are filled in. Pages are compressed.
// Calls that the application serves directly (lib/endpoint/direct.ts) are handed to it; Next does not see them.
// Secrets leave the environment before anything else runs; lib/config/env.ts reads them from memory.
import { randomUUID } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { isMainThread } from "node:worker_threads";
import { compressPage } from "./lib/page-compression.mjs";
import { receiveSecrets, takeSecrets } from "./lib/secret-environment.mjs";

if (isMainThread) globalThis.__secrets = { ...takeSecrets(), ...receiveSecrets() };

const trustsProxy = ["1", "true"].includes(process.env.TRUST_PROXY ?? "");
const FORWARDED = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-real-ip",
  "forwarded",
];
const REQUEST_ID = /^[\w.-]{8,64}$/;

function plainAddress(text) {
  const address = text.trim().replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) ? address : "";
}

function clientAddress(request) {
  const hops = trustsProxy ? request.headers["x-forwarded-for"] : undefined;
  const hop = hops ? plainAddress(hops.slice(hops.lastIndexOf(",") + 1)) : "";
  return hop || plainAddress(request.socket.remoteAddress ?? "") || "unknown";
}

function settle(request) {
  const { headers } = request;
  const address = clientAddress(request);
  const id = trustsProxy && REQUEST_ID.test(headers["x-request-id"] ?? "") ? headers["x-request-id"] : randomUUID();
  delete headers["x-middleware-subrequest"];
  if (!trustsProxy) for (const name of FORWARDED) delete headers[name];
  headers["x-client-address"] = address;
  headers["x-request-id"] = id;
}

/** Answers that are no page; pages have a policy of their own each. */
const NO_PAGE = /^\/(api|public|metrics|brand)(\/|\?|$)/;
/** Files that Next hands out, and compresses, by itself. */
const FILES = /^\/(_next\/|favicon\.ico)/;

/** Fills in the headers of lib/config/security-headers.ts that nobody has set by the time an answer is written. */
function fillIn(request, response) {
  if (!NO_PAGE.test(request.url)) return;
  const { writeHead } = response;
  response.writeHead = function fillInAndWrite(status, ...rest) {
    const given = rest.find((value) => value && typeof value === "object" && !Array.isArray(value)) ?? {};
    const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
    for (const [name, value] of Object.entries(globalThis.__lastHeaders ?? {})) {
      if (!this.headersSent && !this.hasHeader(name) && !names.has(name)) this.setHeader(name, value);
    }
    return writeHead.call(this, status, ...rest);
  };
}

const isPage = ({ url }) => !NO_PAGE.test(url) && !FILES.test(url);

for (const { prototype } of [http.Server, https.Server]) {
  const { emit } = prototype;
  prototype.emit = function settleAndEmit(event, ...rest) {
    if (event === "request" || event === "upgrade") settle(rest[0]);
    if (event === "request") fillIn(rest[0], rest[1]);
    if (event === "request" && isPage(rest[0])) compressPage(rest[0], rest[1]);
    const direct = event === "request" && globalThis.__findDirectCall?.(rest[0].method, rest[0].url);
    if (direct) {
      direct(rest[0], rest[1]);
      return true;
    }
    return emit.call(this, event, ...rest);
  };
}
