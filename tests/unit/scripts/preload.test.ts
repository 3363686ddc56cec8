import { type ChildProcess, spawn } from "node:child_process";
import http from "node:http";
import { script } from "../../../scripts/lib/root.mjs";

const echo = `
  require("node:http").createServer((request, response) => response.end(JSON.stringify(request.headers)))
    .listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;
const running: ChildProcess[] = [];

afterAll(() => {
  for (const child of running) child.kill();
});

/** What a server started behind the preload sees of a request with these headers. */
async function serve(env: Record<string, string>) {
  const child = spawn(process.execPath, ["--import", script("preload.mjs"), "-e", echo], {
    env: { ...process.env, NODE_OPTIONS: "", TRUST_PROXY: "", ...env },
  });
  running.push(child);
  const port = await new Promise<number>((resolve) => child.stdout.once("data", (data) => resolve(Number(data))));
  return (headers: http.OutgoingHttpHeaders) =>
    new Promise<http.IncomingHttpHeaders>((resolve, reject) => {
      http
        .get({ port, host: "127.0.0.1", headers }, async (answer) => {
          const parts = await answer.toArray();
          resolve(JSON.parse(Buffer.concat(parts).toString()));
        })
        .on("error", reject);
    });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const forged = {
  "X-Client-Address": "9.9.9.9",
  "X-Forwarded-For": "1.1.1.1, 2.2.2.2",
  "X-Forwarded-Host": "evil.example",
  "X-Forwarded-Proto": "https",
  "X-Forwarded-Port": "444",
  "X-Real-IP": "3.3.3.3",
  Forwarded: "for=4.4.4.4",
  "X-Middleware-Subrequest": "middleware:middleware",
  "X-Request-Id": "chosen-by-caller",
};

test("without a proxy nothing a caller says about itself survives", async () => {
  const seen = await (await serve({}))(forged);
  expect(seen).toEqual({
    host: expect.any(String),
    connection: expect.any(String),
    "x-client-address": "127.0.0.1",
    "x-request-id": expect.stringMatching(UUID),
  });
});

test("every request has an id of its own", async () => {
  const ask = await serve({});
  expect((await ask({}))["x-request-id"]).not.toBe((await ask({}))["x-request-id"]);
});

describe("behind a proxy", () => {
  let ask: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    ask = await serve({ TRUST_PROXY: "1" });
  });

  test("the hop the proxy wrote counts, and its other headers stay", async () => {
    const seen = await ask(forged);
    expect(seen["x-client-address"]).toBe("2.2.2.2");
    expect(seen["x-forwarded-proto"]).toBe("https");
    expect(seen["x-request-id"]).toBe("chosen-by-caller");
    expect(seen["x-middleware-subrequest"]).toBeUndefined();
  });

  test.each([
    ["2001:db8::7", "2001:db8::7"],
    ["::ffff:10.0.0.8", "10.0.0.8"],
    ["5.5.5.5, not-an-address", "127.0.0.1"],
    ["", "127.0.0.1"],
  ])("x-forwarded-for %j means %s", async (header, address) => {
    expect((await ask({ "X-Forwarded-For": header }))["x-client-address"]).toBe(address);
  });

  test.each(["short", "with spaces in it", "x".repeat(65), "quote\"'<script>"])(
    "a request id that could do harm in a log is replaced: %s",
    async (id) => {
      expect((await ask({ "X-Request-Id": id }))["x-request-id"]).toMatch(UUID);
    },
  );
});
