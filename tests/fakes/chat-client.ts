// The plumbing of fake chat clients: a small HTTP server with a page that asks the person, and codes that work once.
import { randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeCall {
  query: URLSearchParams;
  headers: http.IncomingHttpHeaders;
  body: Record<string, unknown>;
}
export type FakeReply = { json: unknown; status?: number } | { html: string; status?: number } | { to: string };
export type FakeRoutes = Record<string, (call: FakeCall) => FakeReply>;

/**
 * How a path behaves instead of answering: never, with far too much, in another shape, as no JSON, hanging up, sending on
 * to `/stolen`, or with just this.
 */
export type Misbehaviour =
  | "slow"
  | "huge"
  | "shape"
  | "garbage"
  | "down"
  | "elsewhere"
  | { json: unknown; status?: number };

export interface Grant {
  person: string;
  redirectUri: string;
  challenge?: string;
}

interface Ask {
  redirectUri: string;
  state: string;
  challenge?: string;
}

/** What the way back carries, as each chat client spells it. */
interface WayBack {
  granted: (code: string) => Record<string, string>;
  cancelled: Record<string, string>;
}

const page = (body: string) => `<!doctype html><html lang="en"><title>Chat client</title><body>${body}</body></html>`;
export const random = () => randomBytes(16).toString("hex");

/** A page that refuses to ask anybody, as the real ones do. */
export const wrong = (what: string): FakeReply => ({ html: page(`<h1>Refused</h1><p>${what}</p>`), status: 400 });

async function bodyOf(request: http.IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString("utf8");
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

/** Starts on a free port of this machine. `routesOf` gets what makes the confirm page and the codes. */
export async function startChatClient(back: WayBack, routesOf: (tools: ReturnType<typeof grants>) => FakeRoutes) {
  const behaviour = new Map<string, Misbehaviour>();
  const seen: string[] = [];
  const tools = grants(back);
  const routes: FakeRoutes = { "/confirm": tools.confirm, ...routesOf(tools) };
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://chat.test");
    seen.push(url.pathname);
    const body = await bodyOf(request).catch(() => ({}));
    const send = (json: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
    const told = behaviour.get(url.pathname);
    if (told === "slow") return;
    if (told === "down") return void request.socket.destroy();
    if (told === "huge") return void send({ errcode: 0, filler: "x".repeat(32 * 1024 ** 2) });
    if (told === "shape") return void send({ errcode: 0, code: undefined, result: [], data: 7, surprise: true });
    if (told === "garbage") return void response.writeHead(200).end('{"access_token": "half');
    if (told === "elsewhere") return void response.writeHead(307, { location: "/stolen" }).end();
    if (told) return void send(told.json, told.status);
    const reply = routes[url.pathname]?.({ query: url.searchParams, headers: request.headers, body });
    if (!reply) return void send({ code: "notFound" }, 404);
    if ("to" in reply) return void response.writeHead(302, { location: reply.to }).end();
    if ("json" in reply) return void send(reply.json, reply.status);
    response.writeHead(reply.status ?? 200, { "content-type": "text/html" }).end(reply.html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    /** Who sits at the chat client: confirms the next sign-in. */
    signedIn: (person: string) => {
      tools.state.person = person;
    },
    misbehave: (path: string, how: Misbehaviour) => void behaviour.set(path, how),
    behave: () => behaviour.clear(),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function grants(back: WayBack) {
  const asks = new Map<string, Ask>();
  const codes = new Map<string, Grant>();
  const state = { person: "" };
  const leave = (ask: Ask, values: Record<string, string>): FakeReply => {
    const url = new URL(ask.redirectUri);
    for (const [name, value] of Object.entries({ ...values, state: ask.state })) url.searchParams.set(name, value);
    return { to: url.href };
  };
  return {
    state,
    /** The page with the button, for a request that was found right. */
    ask(request: Ask): FakeReply {
      const id = random();
      asks.set(id, request);
      return {
        html: page(`<h1>Sign in to the platform</h1><form action="/confirm"><input type="hidden" name="ask" value="${id}">
          <button name="answer" value="yes">Allow</button> <button name="answer" value="no">Cancel</button></form>`),
      };
    },
    confirm({ query }: FakeCall): FakeReply {
      const request = asks.get(query.get("ask") ?? "");
      if (!request) return wrong("unknown request");
      if (query.get("answer") !== "yes") return leave(request, back.cancelled);
      const code = random();
      codes.set(code, { person: state.person, redirectUri: request.redirectUri, challenge: request.challenge });
      return leave(request, back.granted(code));
    },
    /** What a code stands for; each works once. */
    redeem(code: unknown): Grant | undefined {
      const grant = codes.get(String(code));
      codes.delete(String(code));
      return grant;
    },
  };
}

/** Tokens with an end that a test can bring about. */
export function tokenStore<T>() {
  const held = new Map<string, { value: T; isOver: boolean }>();
  return {
    issue(value: T): string {
      const token = `token-${random()}`;
      held.set(token, { value, isOver: false });
      return token;
    },
    find: (token: unknown) => held.get(String(token)),
    /** How many were issued so far. */
    count: () => held.size,
    expireAll(): void {
      for (const one of held.values()) one.isOver = true;
    },
  };
}
