import { NextRequest } from "next/server";
import { sessionCookie } from "@/lib/auth/cookie";
import { noteTeams } from "@/lib/auth/framing";
import { gate } from "@/lib/auth/gate";
import type { PendingStep } from "@/lib/auth/pending";
import { resetEnv } from "@/lib/config/env";
import type { PermissionCode } from "@/lib/permissions/codes";
import { ROUTES } from "@/lib/permissions/routes";

beforeEach(() => {
  Object.assign(process.env, { AUTH_SECRET: "0123456789abcdef0123456789abcdef" });
  delete process.env.PUBLIC_URL;
  resetEnv();
});
afterAll(() => {
  delete process.env.AUTH_SECRET;
  delete process.env.PUBLIC_URL;
  resetEnv();
});

interface Visitor {
  codes?: PermissionCode[];
  pending?: PendingStep[];
}
async function visit(path: string, visitor?: Visitor, headers: Record<string, string> = {}) {
  const cookie = visitor
    ? await sessionCookie({ sessionId: "s", codes: visitor.codes ?? [], pending: visitor.pending ?? [] }, false)
    : "";
  const request = new NextRequest(`http://product.test${path}`, {
    headers: { cookie: cookie.split(";")[0]!, ...headers },
  });
  const response = await gate(request);
  // Codes that do not open a page may be stale: the call that renews them answers in the page's place.
  const renews = response.headers.get("x-middleware-rewrite")?.endsWith("/api/token/renew");
  // A guest's page is answered by the call that knows the login channels; it leads to the login page or further.
  const asks = response.headers.get("x-middleware-rewrite")?.endsWith("/api/token/guest");
  const named = response.headers.get("x-middleware-request-x-guest-for");
  const location = renews ? RENEWS : asks ? `${ASKS}${named}` : response.headers.get("location");
  return { response, to: location?.replace("http://product.test", "") ?? null };
}

const RENEWS = "renews";
const ASKS = "guest ";
const CHAT: Visitor = { codes: ["PERSONAL:CHAT"] };

describe("a guest", () => {
  it.each([
    ["/personal/chat", "/login?redirectUrl=%2Fpersonal%2Fchat"],
    ["/personal/chat?session=1", "/login?redirectUrl=%2Fpersonal%2Fchat%3Fsession%3D1"],
    ["/", "/login"],
    ["/no/such/page", "/login?redirectUrl=%2Fno%2Fsuch%2Fpage"],
    ["//evil.test", "/login"],
  ])("at %s, fetched in the background, goes to %s", async (path, to) => {
    expect((await visit(path, undefined, { rsc: "1" })).to).toBe(to);
  });

  it.each(["/personal/chat", "/personal/chat?session=1", "/", "/no/such/page"])(
    "at %s is handed over to the call that knows the login channels",
    async (path) => {
      expect((await visit(path)).to).toBe(`${ASKS}${path}`);
    },
  );

  it("opens no page by what frameworks whisper to themselves", async () => {
    const whispers = {
      "x-middleware-subrequest": "middleware:middleware:middleware",
      rsc: "1",
      "next-router-prefetch": "1",
    };
    for (const route of ROUTES.filter(({ codes }) => codes !== "public")) {
      expect((await visit(route.path, undefined, whispers)).to).toMatch(/^\/login/);
    }
  });

  it("with a forged cookie is a guest", async () => {
    const cookie = "authjs.session-token=eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4IiwiYyI6WzFdfQ.";
    expect((await visit("/personal/chat", undefined, { cookie })).to).toBe(`${ASKS}/personal/chat`);
  });
});

describe("somebody signed in", () => {
  it("opens what a code of theirs opens, and nothing else", async () => {
    expect((await visit("/personal/chat", CHAT)).to).toBeNull();
    for (const route of ROUTES.filter(({ codes }) => Array.isArray(codes) && !codes.includes("PERSONAL:CHAT"))) {
      expect([route.path, (await visit(route.path, CHAT)).to]).toEqual([
        route.path,
        route.ready || route.redirect ? RENEWS : "/404",
      ]);
    }
  });

  it("carries what was asked to the page named 404 alone, in a cookie no script reads", async () => {
    const { response } = await visit("/no/such/page?secret=1", CHAT);
    expect(response.headers.get("location")).toBe("http://product.test/404");
    const cookie = response.headers.get("set-cookie")!;
    expect(cookie).toMatch(/^asked=%2Fno%2Fsuch%2Fpage; Path=\/404; HttpOnly; SameSite=Lax; Max-Age=60/);
    const long = await visit(`/no/${"x".repeat(600)}`, CHAT);
    expect(long.response.headers.get("set-cookie")).toMatch(/^asked=; /);
  });

  it.each([
    "/PERSONAL/CHAT",
    "/personal/chat/",
    "/personal//chat",
    "/personal/%63hat",
    "/system/..%2fpersonal/chat",
    "/no/such/page",
  ])("finds no hidden way in by %s", async (path) => {
    const { to } = await visit(path, { codes: ["SYSTEM:REPORT:DASHBOARD"] });
    expect([RENEWS, "/404"]).toContain(to);
  });

  it("goes from the beginning to the first page of theirs", async () => {
    expect((await visit("/", CHAT)).to).toBe("/personal/chat");
    expect((await visit("/", { codes: [] })).to).toBe(RENEWS);
  });

  it.each(["password", "terms"] as const)("does the step %s first when that is due, and comes back", async (step) => {
    const visitor = { ...CHAT, pending: [step] };
    expect((await visit("/personal/chat", visitor)).to).toBe(`/login?step=${step}&redirectUrl=%2Fpersonal%2Fchat`);
    expect((await visit("/", visitor)).to).toBe(`/login?step=${step}`);
  });
});

it("a login token leaves the address at once, with the page it was for", async () => {
  expect((await visit("/personal/chat?jwt=abc&session=1", CHAT)).to).toBe(
    "/login?jwt=abc&redirectUrl=%2Fpersonal%2Fchat%3Fsession%3D1",
  );
});

describe("every page", () => {
  it("reaches pages of others on the one screen that is made for them", async () => {
    const allowed = async (path: string) => {
      const policy = (await visit(path, { codes: ["APPS"] })).response.headers.get("content-security-policy")!;
      return policy.split("; ").filter((rule) => /^(connect|frame)-src /.test(rule));
    };
    const app = "/apps/app/01940000-0000-7000-8000-000000000001";
    expect(await allowed(`${app}/external/https%3A%2F%2Fintranet.example.org`)).toEqual([
      "connect-src 'self' https:",
      "frame-src 'self' blob: https:",
    ]);
    expect(await allowed(`${app}/result`)).toEqual(["connect-src 'self'", "frame-src 'self' blob:"]);
  });

  it("has a policy with a nonce of its own, and is neither framed nor stored", async () => {
    const [first, second] = [(await visit("/login")).response, (await visit("/login")).response];
    const policy = first.headers.get("content-security-policy")!;
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}' 'strict-dynamic';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe-eval");
    expect(policy).not.toBe(second.headers.get("content-security-policy"));
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      "cache-control": "private, no-store",
    });
    expect(first.headers.has("strict-transport-security")).toBe(false);
  });

  it("and every redirect asks for https for good where the product is reached by it", async () => {
    process.env.PUBLIC_URL = "https://product.test";
    resetEnv();
    for (const path of ["/login", "/personal/chat"]) {
      expect((await visit(path, undefined, { rsc: "1" })).response.headers.get("strict-transport-security")).toMatch(
        /^max-age=31536000/,
      );
    }
  });

  it("may stand in the team client's frame, and in no other, while its channel is on and by https alone", async () => {
    const seen = async () => {
      const { headers } = (await visit("/login")).response;
      return [headers.get("content-security-policy")!.split("; ").at(-1), headers.get("x-frame-options")];
    };
    noteTeams(true);
    expect(await seen()).toEqual(["frame-ancestors 'none'", "DENY"]);
    process.env.PUBLIC_URL = "https://product.test";
    resetEnv();
    const [ancestors, options] = await seen();
    expect(ancestors).toMatch(/^frame-ancestors https:\/\/teams\.microsoft\.com (https:\/\/[\w.*-]+ ?)+$/);
    expect(options).toBeNull();
    noteTeams(false);
    expect(await seen()).toEqual(["frame-ancestors 'none'", "DENY"]);
  });
});
