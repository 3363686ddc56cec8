import { claimText, flatClaims } from "@/lib/auth/channels/claims";
import { ChannelError } from "@/lib/auth/channels/errors";
import { connectionReason, openIdError } from "@/lib/auth/channels/openid-errors";
import { isAsSafe } from "@/lib/auth/channels/openid-site";
import { AppError } from "@/lib/errors/errors";

describe("claims for the rules", () => {
  it("are texts by name: lists stay lists, what is nested is named by dots", () => {
    const flat = flatClaims({
      sub: "a",
      groups: ["x", 7, { no: 1 }],
      realm: { roles: ["r"], level: 3 },
      ok: true,
      no: null,
    });
    expect(flat).toEqual({ sub: ["a"], groups: ["x", "7"], "realm.roles": ["r"], "realm.level": ["3"], ok: ["true"] });
    expect([claimText(flat, "realm.level"), claimText(flat, "none"), claimText(flat, "")]).toEqual([
      "3",
      undefined,
      undefined,
    ]);
  });

  it("have an end: too deep, too long, too many and names of the language itself do no harm", () => {
    const deep = { a: { b: { c: { d: { e: "lost" } } } }, long: "x".repeat(501), edge: "x".repeat(500) };
    expect(Object.keys(flatClaims(deep))).toEqual(["edge"]);
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, no) => [`c${no}`, "v"]));
    expect(Object.keys(flatClaims(many))).toHaveLength(300);
    expect(flatClaims({ groups: Array.from({ length: 2000 }, String) }).groups).toHaveLength(1000);
    const odd = flatClaims(JSON.parse('{"__proto__": {"admin": "yes"}, "constructor": "c"}'));
    expect((odd as { admin?: unknown }).admin).toBeUndefined();
  });
});

it("an endpoint is reached as safely as its issuer", () => {
  const safe = (endpoint: string, issuer: string) => isAsSafe(endpoint, new URL(issuer));
  expect(safe("https://id.test/token", "https://id.test")).toBe(true);
  expect(safe("http://id.test/token", "https://id.test")).toBe(false);
  expect(safe("http://id.test/token", "http://id.test")).toBe(true);
  expect(safe("https://id.test/token", "http://id.test")).toBe(true);
  for (const odd of ["javascript:alert(1)", "data:text/html,x", "ws://id.test", "", "//id.test"]) {
    expect([odd, safe(odd, "http://id.test")]).toEqual([odd, false]);
  }
});

describe("a connection that failed", () => {
  const cases = [
    ["CERT_HAS_EXPIRED", "certificateExpired"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "tls"],
    ["EPROTO", "tls"],
    ["ECONNREFUSED", "unreachable"],
    ["ENOTFOUND", "unreachable"],
    ["UND_ERR_CONNECT_TIMEOUT", "unreachable"],
  ] as const;
  it.each(cases)("with %s is %s", (code, reason) => {
    const cause = Object.assign(new Error("inner"), { code });
    expect(connectionReason(new TypeError("fetch failed", { cause }))).toBe(reason);
    expect(connectionReason(new AggregateError([cause]))).toBe(reason);
  });
});

describe("what a library threw", () => {
  const reasonOf = (error: unknown) => (openIdError(error) as ChannelError).reason;
  it("keeps a reason that is known already, and a refused address", () => {
    const inner = new ChannelError("tooLarge");
    expect(openIdError(new Error("something went wrong", { cause: inner }))).toBe(inner);
    const refused = new AppError("addressRefused");
    expect(openIdError(new Error("something went wrong", { cause: refused }))).toBe(refused);
  });

  it("is told apart by what the other side answered", () => {
    const answered = (error: string, error_description = "") =>
      Object.assign(new Error("x"), { error, error_description });
    expect(reasonOf(answered("access_denied"))).toBe("denied");
    expect(reasonOf(answered("invalid_client"))).toBe("clientRefused");
    expect(reasonOf(answered("invalid_grant"))).toBe("code");
    expect(reasonOf(answered("invalid_grant", "The Code_Verifier does not match"))).toBe("pkce");
    expect(reasonOf(answered("invalid_scope"))).toBe("badConfiguration");
    expect(reasonOf(answered("temporarily_unavailable"))).toBe("unreachable");
    expect(reasonOf("text")).toBe("answer");
  });

  it("leaves codes for our log, and nothing that was sent", () => {
    const error = Object.assign(new Error("secret-1 in a message"), {
      error: "invalid_client",
      error_description: "AADSTS7000215: Invalid client secret provided: secret-1",
      code: "OAUTH_RESPONSE_BODY_ERROR",
      cause: { claims: { email: "anna@corp.test" }, code: "X" },
    });
    const kept = openIdError(error) as ChannelError;
    expect((kept.cause as Error).message).toBe("OAUTH_RESPONSE_BODY_ERROR, invalid_client, AADSTS7000215, X");
    expect(JSON.stringify([kept, kept.message, (kept.cause as Error).message])).not.toMatch(/secret-1|anna/);
  });
});
