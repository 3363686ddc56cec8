// An API as people describe it themselves, with every way of authenticating, and a token endpoint (RFC 6749, 4.4).
import { createServer } from "node:http";

const CLIENT = { id: "own client", secret: "client-canary-7f: 31" };

/** Starts it; `url` is its own address, `state` steers it and holds what it saw. */
export async function startOwnApi({ port = 0 } = {}) {
  const state = {
    seen: [],
    tokens: [],
    operations: 2,
    remark: 200,
    server: "",
    refuse: "",
    expires: 3600,
    revoked: new Set(),
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const url = new URL(request.url, "http://api");
    const { headers } = request;
    state.seen.push({ method: request.method, path: url.pathname, query: url.search, headers, body });
    const answer = (status, value, more = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...more }).end(JSON.stringify(value));
    if (url.pathname === "/openapi.json") return answer(200, describedBy(state, `http://${headers.host}`));
    if (url.pathname === "/locked.json") {
      return headers.authorization ? answer(200, describedBy(state, `http://${headers.host}`)) : answer(401, {});
    }
    if (url.pathname === "/token" && request.method === "POST") return answer(...tokenFor(state, headers, body));
    if (url.pathname.startsWith("/secure/")) {
      const token = headers.authorization?.replace(/^Bearer /, "") ?? "";
      if (!state.tokens.includes(token) || state.revoked.has(token)) return answer(401, { error: `no: ${token}` });
    }
    if (url.pathname === "/leave") {
      return response.writeHead(302, { location: url.searchParams.get("to") ?? "/" }).end();
    }
    if (url.pathname.endsWith("/stalls")) return;
    if (url.pathname.endsWith("/huge")) return answer(200, "x".repeat(10 * 1024 ** 2));
    if (url.pathname.endsWith("/broken"))
      return answer(422, { error: `bad ${url.search} ${headers.authorization ?? ""}` });
    // Some services say again what they were sent, each in its own way.
    return answer(
      200,
      {
        path: url.pathname,
        query: url.search,
        auth: headers.authorization ?? null,
        key: headers["x-key"] ?? null,
        body,
      },
      { "set-cookie": "session=cookie-canary", "x-echo": headers["x-key"] ?? "" },
    );
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: server.address().port,
    url: `http://127.0.0.1:${server.address().port}`,
    state,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function tokenFor(state, headers, body) {
  const form = new URLSearchParams(body);
  if (
    headers["content-type"] !== "application/x-www-form-urlencoded" ||
    form.get("grant_type") !== "client_credentials"
  ) {
    return [400, { error: "unsupported_grant_type" }];
  }
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? "");
  const pair = basic && Buffer.from(basic[1], "base64").toString().split(":");
  // Form-encoded before they are joined, as the RFC has it.
  const [id, secret] = pair
    ? pair.map((part) => new URLSearchParams(`x=${part}`).get("x"))
    : [form.get("client_id"), form.get("client_secret")];
  if (state.refuse || id !== CLIENT.id || secret !== CLIENT.secret) {
    return [401, { error: state.refuse || "invalid_client", error_description: `unknown ${id} / ${secret}` }];
  }
  const token = `token-canary-${state.tokens.length + 1}-${(form.get("scope") ?? "").replaceAll(" ", ".")}`;
  state.tokens.push(token);
  return [200, { access_token: token, token_type: "Bearer", expires_in: state.expires }];
}

function describedBy({ operations, remark, server }, own) {
  const paths = {};
  for (let n = 0; n < operations; n++) {
    paths[`/orders/${n}/{id}`] = {
      get: {
        operationId: `getOrder${n}`,
        summary: `Order ${n}`,
        tags: [`group ${n % 7}`],
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "part", in: "query", schema: { type: "string", maxLength: n === 0 ? remark : 100 } },
        ],
      },
      post: {
        operationId: `changeOrder${n}`,
        summary: `Change order ${n}`,
        tags: [`group ${n % 7}`],
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } } },
      },
    };
  }
  const line = { type: "object", properties: { sku: { type: "string" }, count: { type: "integer" } } };
  return {
    openapi: "3.1.0",
    info: { title: "Orders", version: "3.2" },
    servers: [{ url: server || `${own}/api` }],
    paths,
    components: {
      schemas: {
        Order: {
          type: "object",
          required: ["amount"],
          properties: { amount: { type: "number" }, lines: { type: "array", items: line } },
        },
      },
    },
  };
}

export const OWN_CLIENT = CLIENT;
