import http from "node:http";
import type { AddressInfo } from "node:net";
import { resetEnv } from "@/lib/config/env";
import { fetchPicture, PICTURE_MAX, pictureOf } from "@/lib/models/wire/pictures";
import { DOT } from "@/tests/fakes/model-media.mjs";

const dot = Buffer.from(DOT, "base64");
let origin: string;
let asked: { url: string; headers: http.IncomingHttpHeaders }[];
const server = http.createServer((req, res) => {
  asked.push({ url: req.url ?? "", headers: req.headers });
  if (req.url === "/dot") return res.end(dot);
  if (req.url === "/moved") return res.writeHead(302, { location: "/dot" }).end();
  if (req.url === "/away") return res.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
  if (req.url === "/loop") return res.writeHead(302, { location: "/loop" }).end();
  if (req.url === "/huge") {
    const piece = Buffer.alloc(1_000_000);
    const more = () => res.destroyed || res.write(piece, () => more());
    return void more();
  }
  res.writeHead(req.url === "/html" ? 200 : 404).end("<html>");
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  process.env.ALLOW_PRIVATE_NETWORK = `127.0.0.1:${port}`;
  resetEnv();
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const signal = () => AbortSignal.timeout(20_000);

describe("a picture answered by address", () => {
  it("is fetched at once, over redirects, without a key", async () => {
    expect(await fetchPicture(`${origin}/moved`, signal())).toEqual({ bytes: dot, mediaType: "image/png" });
    expect(asked.map(({ url }) => url)).toEqual(["/moved", "/dot"]);
    expect(asked[0]!.headers.authorization).toBeUndefined();
  });

  it.each([
    ["/away", "addressRefused"],
    ["/loop", "supplierMalformed"],
    ["/html", "supplierMalformed"],
    ["/gone", "supplierMalformed"],
    ["/huge", "supplierMalformed"],
  ])("%s is %s", async (path, key) => {
    await expect(fetchPicture(`${origin}${path}`, signal())).rejects.toMatchObject({ key });
  });

  it.each(["file:///etc/passwd", "http://127.0.0.1:1/x", "http://10.0.0.1/x", "no address", "ftp://x/y"])(
    "%s is never asked",
    async (address) => {
      await expect(fetchPicture(address, signal())).rejects.toMatchObject({ key: "addressRefused" });
    },
  );

  it("is known by its content", () => {
    const of = (text: string) => pictureOf(Buffer.from(text, "latin1")).mediaType;
    expect(of("\u00ff\u00d8\u00ff\u00e0")).toBe("image/jpeg");
    expect(of("GIF89a")).toBe("image/gif");
    expect(of("RIFF....WEBPVP8 ")).toBe("image/webp");
    expect(() => of("<svg xmlns='http://www.w3.org/2000/svg'/>")).toThrow("supplierMalformed");
    expect(PICTURE_MAX).toBeGreaterThan(20_000_000);
  });
});
