import type { KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface ServedKey {
  kid: string;
  key: KeyObject;
  alg?: string;
}

/** A token issuer's key set at an address; it can change its keys, break, or send elsewhere. */
export async function startJwksServer() {
  let keys: Record<string, unknown>[] = [];
  let broken: { status: number; body?: string; location?: string } | undefined;
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    if (broken) {
      response.writeHead(broken.status, broken.location ? { location: broken.location } : {});
      response.end(broken.body ?? "");
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/keys`,
    asked: () => asked,
    serve(...next: ServedKey[]): void {
      broken = undefined;
      keys = next.map(({ kid, key, alg }) => ({ ...key.export({ format: "jwk" }), kid, alg, use: "sig" }));
    },
    fail(how: { status: number; body?: string; location?: string }): void {
      broken = how;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
