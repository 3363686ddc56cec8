// An API with a description of its operations, as JSON and as YAML; `state` says what it describes and holds what it saw.
import { createServer } from "node:http";

const text = (properties) => ({ type: "object", required: Object.keys(properties), properties });

/** Starts the API; `url` is its own address. */
export async function startDescribedApi() {
  const state = { seen: [], server: "/v2", remark: 200, extra: 0, isGone: false };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const url = new URL(request.url, "http://api");
    const { authorization = "" } = request.headers;
    state.seen.push({ method: request.method, path: url.pathname, query: url.search, authorization, body });
    const answer = (status, value, type = "application/json") =>
      response
        .writeHead(status, { "content-type": type })
        .end(typeof value === "string" ? value : JSON.stringify(value));
    if (url.pathname === "/openapi.json") return answer(200, described(state));
    if (url.pathname === "/openapi.yaml") return answer(200, YAML, "application/yaml");
    if (url.pathname === "/locked.json") {
      return authorization ? answer(200, described(state)) : answer(401, { error: "who are you" });
    }
    if (url.pathname === "/page.html") return answer(200, "<!doctype html><p>Docs", "text/html");
    if (url.pathname === "/bomb.yaml") return answer(200, BOMB, "application/yaml");
    if (/^\/v\d\/claims\/[^/]+$/.test(url.pathname)) {
      const id = decodeURIComponent(url.pathname.split("/").at(-1));
      return answer(200, { id, verbose: url.searchParams.get("verbose"), yours: authorization });
    }
    if (url.pathname.endsWith("/claims") && request.method === "POST") {
      return answer(201, { claimNo: "BX-1", said: JSON.parse(body) });
    }
    if (url.pathname.endsWith("/budget")) return answer(422, { error: `no budget for ${authorization}` });
    return answer(404, { error: "not found" });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    state,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function described({ server, remark, extra, isGone }) {
  const claim = text({ amount: { type: "number" }, remark: { type: "string", maxLength: remark } });
  const paths = {
    "/claims/{id}": {
      get: {
        operationId: "getClaim",
        summary: "Details of a claim",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "verbose", in: "query", schema: { type: "boolean" } },
        ],
      },
    },
    "/claims": {
      post: {
        operationId: "submitClaim",
        summary: "Submit a claim",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Claim" } } },
        },
      },
    },
    ...(isGone ? {} : { "/budget": { get: { operationId: "getBudget", summary: "What is left" } } }),
  };
  for (let n = 0; n < extra; n++) {
    paths[`/ledger/${n}`] = { get: { operationId: `ledger${n}`, summary: `Entry ${n}`, parameters: [] } };
  }
  return {
    openapi: "3.0.3",
    info: { title: "Claims", version: "2.6.1" },
    servers: [{ url: server }],
    paths,
    components: { schemas: { Claim: claim } },
  };
}

const YAML = `swagger: "2.0"
info: {title: Old claims, version: "1"}
basePath: /v1
paths:
  /claims/{id}:
    get:
      operationId: oldClaim
      parameters:
        - {name: id, in: path, required: true, type: string}
`;

/** Each name stands for nine of the one before. */
const BOMB = [
  "a0: &a0 [x, x, x, x, x, x, x, x, x]",
  ...Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(", ")}]`),
].join("\n");
