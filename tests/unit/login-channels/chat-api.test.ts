import { z } from "zod";
import {
  addressOf,
  ask,
  claimsOf,
  codeOf,
  localPart,
  StaleToken,
  shaped,
  typable,
  withAppToken,
} from "@/lib/auth/channels/chat-api";
import { ChannelError } from "@/lib/auth/channels/errors";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { AppError } from "@/lib/errors/errors";
import { BodyTooLarge, egressFetch } from "@/lib/net/egress-fetch";

jest.mock("@/lib/net/egress-fetch", () => ({
  ...jest.requireActual("@/lib/net/egress-fetch"),
  egressFetch: jest.fn(),
}));
const fetched = jest.mocked(egressFetch);

const reasonOf = (run: () => unknown) =>
  Promise.resolve()
    .then(run)
    .then(
      () => "none",
      (error: unknown) => (error instanceof ChannelError ? error.reason : String(error)),
    );

describe("a call", () => {
  it.each([
    ["ECONNREFUSED", "unreachable"],
    ["ENOTFOUND", "unreachable"],
    ["ECONNRESET", "unreachable"],
    ["CERT_HAS_EXPIRED", "certificateExpired"],
    ["CERT_NOT_YET_VALID", "tls"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "tls"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "tls"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "tls"],
    ["EADDRREFUSED", "badConfiguration"],
  ])("that fails by %s is told as %s", async (code, reason) => {
    const cause = Object.assign(new Error("no"), { code });
    fetched.mockRejectedValue(new TypeError("fetch failed", { cause }));
    expect(await reasonOf(() => ask("http://chat.test/"))).toBe(reason);
  });

  it("that is late, refused by ourselves or too large says so", async () => {
    fetched.mockRejectedValueOnce(new DOMException("late", "TimeoutError"));
    expect(await reasonOf(() => ask("http://chat.test/"))).toBe("unreachable");
    fetched.mockRejectedValueOnce(new AppError("addressRefused"));
    expect(await reasonOf(() => ask("http://chat.test/"))).toBe("badConfiguration");
    fetched.mockRejectedValueOnce(new TypeError("terminated", { cause: new BodyTooLarge() }));
    expect(await reasonOf(() => ask("http://chat.test/"))).toBe("tooLarge");
  });

  it("of somebody who gave up fails with their own reason", async () => {
    fetched.mockRejectedValue(new DOMException("aborted", "AbortError"));
    await expect(ask("http://chat.test/", { signal: AbortSignal.abort(new Error("cancelled")) })).rejects.toThrow(
      "cancelled",
    );
  });

  it.each([
    [500, "unreachable"],
    [503, "unreachable"],
    [429, "unreachable"],
    [400, "none"],
    [200, "none"],
  ])("with status %d is told as %s", async (status, reason) => {
    fetched.mockResolvedValue(new Response("{}", { status }));
    expect(await reasonOf(() => ask("http://chat.test/"))).toBe(reason);
  });

  it("follows no redirect, and is JSON both ways", async () => {
    fetched.mockResolvedValue(new Response('{"a": 1}'));
    expect(await ask("http://chat.test/", { body: { b: 2 } })).toEqual({ a: 1 });
    const [, init, limits] = fetched.mock.calls.at(-1)!;
    expect(init).toMatchObject({ method: "POST", body: '{"b":2}' });
    expect(limits).toEqual({ policy: "supplier", maxBytes: 1024 ** 2, hops: 0 });
  });

  it("says nothing of what came back in its errors", async () => {
    fetched.mockResolvedValue(new Response('{"access_token": "secret'));
    const error = await ask("http://chat.test/?corpsecret=secret").catch((reason: Error) => reason);
    expect(`${error} ${(error as Error).cause}`).not.toContain("secret");
    expect(await reasonOf(() => shaped(z.object({ a: z.string() }), { a: 1 }))).toBe("answer");
  });
});

it("addresses join a base with or without a slash, and a space is %20", () => {
  expect(addressOf("https://a.test/", "/x", { scope: "a b", more: "c+d&e" })).toBe(
    "https://a.test/x?scope=a%20b&more=c%2Bd%26e",
  );
  expect(addressOf("https://a.test/base", "/x")).toBe("https://a.test/base/x");
});

it.each([
  ["code=abc", "none"],
  ["authCode=abc", "none"],
  ["", "denied"],
  ["code=", "denied"],
  ["error=access_denied&code=abc", "denied"],
  ["error=server_error", "denied"],
])("the way back %s is told as %s", async (query, reason) => {
  expect(await reasonOf(() => codeOf(new URLSearchParams(query), "authCode", "code"))).toBe(reason);
});

it("a code has its limit", async () => {
  const back = (length: number) => () => codeOf(new URLSearchParams({ code: "x".repeat(length) }), "code");
  expect(await reasonOf(back(1000))).toBe("none");
  expect(await reasonOf(back(1001))).toBe("code");
});

it("the account is the first name somebody could type", () => {
  expect(typable("ada.l", "other")).toBe("ada.l");
  expect(typable("has space", undefined, "", "ada")).toBe("ada");
  expect(typable("$:LWCP", "x".repeat(65), "last")).toBe("last");
  expect(typable("no way", "$")).toBe("no way");
  expect(typable(null)).toBe("");
  expect(localPart("ada@company.test")).toBe("ada");
  expect(localPart(null)).toBeUndefined();
});

it("claims leave out what is empty", () => {
  expect(claimsOf({ a: "x", b: "", c: null, d: [], e: [1, 0], f: ["", "y"] })).toEqual({
    a: ["x"],
    e: ["1", "0"],
    f: ["y"],
  });
});

describe("the application's token", () => {
  let version = 0;
  const channel = { id: "c1" } as OpenChannel;
  const fetchToken = jest.fn();
  const use = jest.fn();
  const run = (of = { ...channel, version }) => withAppToken(of, "appSecret", fetchToken, use);
  beforeEach(() => {
    version += 1;
    fetchToken.mockReset().mockResolvedValue({ token: "t", seconds: 7200 });
    use.mockReset().mockResolvedValue("done");
  });
  afterEach(() => jest.useRealTimers());

  it("is kept until a minute before its end", async () => {
    jest.useFakeTimers();
    await run();
    jest.advanceTimersByTime(7139_000);
    await run();
    expect(fetchToken).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(2000);
    await run();
    expect(fetchToken).toHaveBeenCalledTimes(2);
  });

  it("is another one for other settings and another channel", async () => {
    await run();
    await run({ ...channel, version: version + 0.5 });
    await run({ ...channel, id: "c2", version });
    expect(fetchToken).toHaveBeenCalledTimes(3);
  });

  it("is fetched anew once when it is refused, and no more", async () => {
    use.mockRejectedValueOnce(new StaleToken());
    expect(await run()).toBe("done");
    expect(fetchToken).toHaveBeenCalledTimes(2);
    use.mockRejectedValue(new StaleToken());
    expect(await reasonOf(() => run())).toBe("answer");
    expect(fetchToken).toHaveBeenCalledTimes(3);
  });

  it("stays when something else fails", async () => {
    use.mockRejectedValueOnce(new ChannelError("code"));
    expect(await reasonOf(() => run())).toBe("code");
    expect(await run()).toBe("done");
    expect(fetchToken).toHaveBeenCalledTimes(1);
  });
});
