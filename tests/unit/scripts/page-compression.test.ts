import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { compressPage } from "../../../scripts/lib/page-compression.mjs";

const PAGE = "text/html; charset=utf-8";
const servers: http.Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

interface Answer {
  status: number | undefined;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** Asks a server that answers like this, by default as a browser. */
async function ask(
  answer: http.RequestListener,
  options: http.RequestOptions = {},
  onPiece?: () => void,
): Promise<Answer> {
  const server = http.createServer((request, response) => {
    compressPage(request, response);
    answer(request, response);
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const asked = http.get({ port, headers: { "accept-encoding": "gzip, deflate, br" }, agent: false, ...options });
  const [incoming] = (await once(asked, "response")) as [http.IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of incoming) {
    pieces.push(piece as Buffer);
    onPiece?.();
  }
  return { status: incoming.statusCode, headers: incoming.headers, body: Buffer.concat(pieces) };
}

const inPieces: http.RequestListener = (_request, response) => {
  response.setHeader("content-type", PAGE);
  response.setHeader("vary", "rsc");
  response.flushHeaders();
  for (let no = 0; no < 30; no++) response.write(`<p>第 ${no} 段</p>`);
  response.end("</html>");
};

it("sends what is written at once as one compressed piece", async () => {
  const { headers, body } = await ask(inPieces);
  expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "rsc, Accept-Encoding" });
  // What zlib ends a flushed piece with.
  expect(body.includes(Buffer.from([0, 0, 0xff, 0xff]))).toBe(false);
  const text = gunzipSync(body).toString();
  expect(text.startsWith("<p>第 0 段</p>")).toBe(true);
  expect(text.endsWith("<p>第 29 段</p></html>")).toBe(true);
});

it("does not keep the beginning of a page that takes longer", async () => {
  const arrived = Promise.withResolvers<void>();
  const { body } = await ask(
    async (_request, response) => {
      response.setHeader("content-type", PAGE);
      response.write("<main>");
      // Hangs, and fails, if the first piece waits for the end.
      await arrived.promise;
      response.end("</main>");
    },
    {},
    arrived.resolve,
  );
  expect(gunzipSync(body).toString()).toBe("<main></main>");
});

it.each([
  ["for whom does not take gzip", inPieces, { headers: { "accept-encoding": "br, gzip;q=0" } }],
  ["for whom names no encoding", inPieces, { headers: {} }],
])("leaves a page as it is %s", async (_name, answer, options) => {
  const { headers, body } = await ask(answer, options);
  expect(headers["content-encoding"]).toBeUndefined();
  expect(body.toString()).toContain("<p>第 29 段</p></html>");
});

it("leaves alone what is no page, has no body or is compressed already", async () => {
  const picture = await ask((_request, response) =>
    response.writeHead(200, { "content-type": "image/png" }).end("png"),
  );
  expect([picture.headers["content-encoding"], picture.body.toString()]).toEqual([undefined, "png"]);
  const same = await ask((_request, response) => response.setHeader("content-type", PAGE).writeHead(304).end());
  expect([same.status, same.headers["content-encoding"], same.body.length]).toEqual([304, undefined, 0]);
  const packed = await ask((_request, response) => {
    response.setHeader("content-type", PAGE).setHeader("content-encoding", "br").end("packed");
  });
  expect([packed.headers["content-encoding"], packed.body.toString()]).toEqual(["br", "packed"]);
});

it("tells the end of an answer that had one piece, and replaces its length", async () => {
  let finished = 0;
  const { headers, body } = await ask((_request, response) => {
    response.setHeader("content-type", PAGE).setHeader("content-length", 4);
    response.end("page", () => finished++);
  });
  expect(headers["content-length"]).toBeUndefined();
  expect(gunzipSync(body).toString()).toBe("page");
  expect(finished).toBe(1);
});

it("ends with a reader that leaves", async () => {
  const closed = Promise.withResolvers<void>();
  const asking = ask(
    (_request, response) => {
      response.setHeader("content-type", PAGE);
      response.write("<main>");
      response.once("close", () => {
        // Written after all, as a page does that does not know yet.
        expect(response.write("late")).toBe(false);
        response.end();
        closed.resolve();
      });
    },
    { signal: AbortSignal.timeout(100) },
  );
  await expect(asking).rejects.toThrow();
  await closed.promise;
});
