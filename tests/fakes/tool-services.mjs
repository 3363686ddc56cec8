// The services behind tools, for tests: web search in the shape of each provider, MCP over streamable HTTP.
//   node tests/fakes/tool-services.mjs --port 9200
import http from "node:http";
import { pathToFileURL } from "node:url";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { makeMcpServer } from "./mcp-tools.mjs";
import { answerSearch, SEARCH_KEY } from "./search-providers.mjs";

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text ? JSON.parse(text) : undefined;
}

/** `state` steers the MCP server (mcp-tools.mjs); `state.seen` collects requests, `state.searchFails` makes
 * providers fail (search-providers.mjs). */
export async function startToolServices({ port = 0 } = {}) {
  /** @type {Record<string, any>} */
  const state = { seen: [], calls: [], slowMs: 60_000 };
  const server = http.createServer(async (request, response) => {
    try {
      const url = new URL(request.url, "http://fake.test");
      const body = await bodyOf(request);
      state.seen.push({
        method: request.method,
        path: url.pathname,
        query: url.search,
        headers: request.headers,
        body,
      });
      if (answerSearch(state, { url, headers: request.headers, body }, response)) return;
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

export { SEARCH_KEY };

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  void startToolServices({ port: Number(process.argv[process.argv.indexOf("--port") + 1]) });
}
