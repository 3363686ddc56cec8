// The services behind tools, for tests: web search in the shape of each provider, MCP over streamable HTTP.
//   node tests/fakes/tool-services.mjs --port 9200
import http from "node:http";
import { pathToFileURL } from "node:url";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { makeMcpServer } from "./mcp-tools.mjs";

const KEY = "search-key-0123456789";
const hit = (number, query) => ({
  title: `Result ${number} for ${query}`,
  url: `https://example.com/${number}`,
  text: `Passage ${number} about <strong>${query}</strong>`,
});
const hits = (query, count = 10) => Array.from({ length: Math.min(count, 20) }, (_, i) => hit(i + 1, query));

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text ? JSON.parse(text) : undefined;
}

/** Path to answer: `[status, body]`; each wants its key where the real one does. */
const SEARCH = {
  "/searxng/search": ({ query }) => {
    if (query.get("format") !== "json" || query.get("q") === "json off") return [403, "Forbidden"];
    const results = hits(query.get("q")).map(({ title, url, text }) => ({ title, url, content: text, engine: "fake" }));
    return [200, { query: query.get("q"), results: [{ title: "bad", url: "javascript:alert(1)" }, ...results] }];
  },
  "/brave/res/v1/web/search": ({ query, headers }) => {
    if (headers["x-subscription-token"] !== KEY) return [422, { error: { detail: "The token is wrong" } }];
    const results = hits(query.get("q"), Number(query.get("count")));
    return [200, { web: { results: results.map(({ title, url, text }) => ({ title, url, description: text })) } }];
  },
  "/tavily/search": ({ body, headers }) => {
    if (headers.authorization !== `Bearer ${KEY}`) {
      return [401, { detail: { error: `Unauthorized: ${headers.authorization?.slice(7)} is no key` } }];
    }
    if (body.query === "over the plan") return [432, { detail: { error: "This request exceeds your plan's limit" } }];
    return [
      200,
      { results: hits(body.query, body.max_results).map(({ text, ...rest }) => ({ ...rest, content: text })) },
    ];
  },
  "/bocha/v1/web-search": ({ body, headers }) => {
    if (headers.authorization !== `Bearer ${KEY}`) return [401, { code: "401", message: "Invalid API KEY" }];
    if (body.query === "busy") return [429, { code: "429", message: "You have reached the request limit" }];
    const value = hits(body.query, body.count).map(({ title, url, text }) => ({ name: title, url, snippet: text }));
    return [200, { code: 200, data: { webPages: { value } } }];
  },
};

/** `state` steers the MCP server (mcp-tools.mjs); `state.seen` collects paths and headers. */
export async function startToolServices({ port = 0 } = {}) {
  /** @type {Record<string, any>} */
  const state = { seen: [], calls: [], slowMs: 60_000 };
  const server = http.createServer(async (request, response) => {
    try {
      const url = new URL(request.url, "http://fake.test");
      state.seen.push({ method: request.method, path: url.pathname, headers: request.headers });
      const body = await bodyOf(request);
      if (SEARCH[url.pathname]) {
        const [status, answer] = SEARCH[url.pathname]({ query: url.searchParams, headers: request.headers, body });
        const isText = typeof answer === "string";
        response.writeHead(status, { "content-type": isText ? "text/html" : "application/json" });
        return response.end(isText ? answer : JSON.stringify(answer));
      }
      if (url.pathname === "/garbage/search") return response.end("<html>not json</html>");
      if (url.pathname === "/moved") {
        return response.writeHead(307, { location: url.searchParams.get("to") }).end();
      }
      if (url.pathname === "/mcp-locked" && request.headers.authorization !== "Bearer letmein") {
        return response.writeHead(401).end(JSON.stringify({ error: `wrong: ${request.headers.authorization}` }));
      }
      if (url.pathname === "/state" && request.method === "POST") {
        Object.assign(state, body);
        return response.end("{}");
      }
      if (!url.pathname.startsWith("/mcp")) return response.writeHead(404).end();
      const mcp = makeMcpServer(state);
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      response.on("close", () => {
        void transport.close();
        void mcp.close();
      });
      await mcp.connect(transport);
      await transport.handleRequest(request, response, body);
    } catch {
      if (!response.headersSent) response.writeHead(500).end();
    }
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    state,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export const SEARCH_KEY = KEY;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  void startToolServices({ port: Number(process.argv[process.argv.indexOf("--port") + 1]) });
}
