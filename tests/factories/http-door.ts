import http from "node:http";
import { Readable } from "node:stream";
import { API_ROUTES } from "@/app/api/openapi.json/routes";
import type { Method } from "@/lib/endpoint/openapi";

export interface Door {
  /** `http://127.0.0.1:<port>` */
  url: string;
  close(): Promise<void>;
}

/**
 * The product's calls behind a real HTTP server, for official clients: requests arrive over a socket, a client that
 * leaves is noticed, answers leave as they are written. Handlers are the ones the product serves.
 */
export async function openDoor(address = "127.0.0.1"): Promise<Door> {
  const server = http.createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  async function serve(incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? "/", "http://door").pathname;
    const found = match(path);
    const handler = found && (await found.entry.load())[incoming.method as Method];
    if (!found || !handler) {
      outgoing.writeHead(404).end();
      return;
    }
    const gone = new AbortController();
    outgoing.on("close", () => gone.abort());
    const headers = new Headers(
      Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
    );
    headers.set("x-client-address", address);
    const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
    const request = new Request(`http://door${incoming.url}`, {
      method: incoming.method,
      headers,
      signal: gone.signal,
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
    } as RequestInit);
    const response = await handler(request, { params: Promise.resolve(found.params) });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (!response.body) {
      outgoing.end();
      return;
    }
    const body = Readable.fromWeb(response.body as never);
    body.on("error", () => outgoing.destroy());
    outgoing.on("close", () => body.destroy());
    body.pipe(outgoing);
  }
}

function match(path: string) {
  for (const entry of API_ROUTES) {
    const names: string[] = [];
    const pattern = entry.path.replace(/\[(\.\.\.)?(\w+)\]/g, (_all, rest: string | undefined, name: string) => {
      names.push(rest ? `...${name}` : name);
      return rest ? "(.+)" : "([^/]+)";
    });
    const found = new RegExp(`^${pattern}$`).exec(path);
    if (!found) continue;
    const params = names.map((name, index) => {
      const value = decodeURIComponent(found[index + 1] ?? "");
      return name.startsWith("...") ? [name.slice(3), value.split("/")] : [name, value];
    });
    return { entry, params: Object.fromEntries(params) };
  }
  return null;
}
