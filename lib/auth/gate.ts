import { type NextRequest, NextResponse } from "next/server";
import { askedCookie } from "@/lib/auth/asked";
import { isSecure, readCookie } from "@/lib/auth/cookie";
import { frameAncestors, mayBeFramed } from "@/lib/auth/framing";
import { pendingPath } from "@/lib/auth/pending";
import { isRelativeTarget } from "@/lib/auth/safe-path";
import { env } from "@/lib/config/env";
import { COMMON_HEADERS, FRAME_OPTIONS, STRICT_TRANSPORT } from "@/lib/config/security-headers";
import { matchRoute, mayOpen, redirectOf } from "@/lib/permissions/navigation";

/** Names the page to the call that renews the cookie on the way to it. */
export const RENEW_HEADER = "x-renew-for";
/** Names the page a guest asked for to the call that decides how they come in. */
export const GUEST_HEADER = "x-guest-for";

/**
 * The first net (ARCHITECTURE 4): signed in, and holds one of the route's codes? It reads the cookie only, so it
 * redirects and never protects. Also the place where each page gets its nonce.
 */
export async function gate(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const route = matchRoute(pathname);
  const jwt = request.nextUrl.searchParams.get("jwt");
  if (jwt && pathname !== "/login") return redirect(request, loginWithToken(request, jwt));
  if (route?.codes === "public" && route.ready) return page(request);

  const claims = await readCookie(request);
  if (!claims) {
    // A page that is fetched in the background cannot follow to another site.
    if (!request.headers.has("rsc")) return handOver(request, "/api/token/guest", GUEST_HEADER);
    const target = backTo(pathname + search);
    return redirect(request, `/login${target ? `?redirectUrl=${encodeURIComponent(target)}` : ""}`);
  }
  // What comes first is done on the login screen; every call but a few answers 403 until then (spec 10).
  const [pending] = claims.pending;
  if (pending) return redirect(request, pendingPath(pending, backTo(pathname + search)));
  if (!route || !(route.ready || route.redirect)) return unknown(request);
  if (!mayOpen(route, claims.codes)) return renew(request);
  if (route.redirect) {
    const target = redirectOf(route, claims.codes);
    if (!target) return renew(request);
    return matchRoute(target)?.ready ? redirect(request, target) : unknown(request);
  }
  return page(request);
}

/** The page to come back to, when it is one of ours and not the beginning. */
function backTo(target: string): string | undefined {
  return target === "/" || !isRelativeTarget(target) ? undefined : target;
}

/**
 * The cookie's codes do not open this. They may be older than the person's roles, which this net never reads: the call
 * that renews them answers in its place, with the page once more or with the page named 404.
 */
function renew(request: NextRequest): NextResponse {
  return handOver(request, "/api/token/renew", RENEW_HEADER);
}

/** A call answers in the page's place: it may read what this net never does. */
function handOver(request: NextRequest, call: string, header: string): NextResponse {
  const { pathname, search } = request.nextUrl;
  const headers = new Headers(request.headers);
  // A handler sees the address that was asked for, not the one it was rewritten to.
  headers.set(header, pathname + search);
  return NextResponse.rewrite(new URL(call, request.url), { request: { headers } });
}

/** The token leaves the address bar: the login screen takes it, asks before it switches accounts, and goes on. */
function loginWithToken(request: NextRequest, jwt: string): string {
  const rest = new URLSearchParams(request.nextUrl.searchParams);
  rest.delete("jwt");
  const target = request.nextUrl.pathname + (rest.size > 0 ? `?${rest}` : "");
  const query = new URLSearchParams({ jwt });
  if (target !== "/" && isRelativeTarget(target)) query.set("redirectUrl", target);
  return `/login?${query}`;
}

/** To the page named 404, which tells whoever may know it what was asked. */
function unknown(request: NextRequest): NextResponse {
  const response = redirect(request, "/404");
  response.headers.append("set-cookie", askedCookie(request.nextUrl.pathname, request.headers));
  return response;
}

function redirect(request: NextRequest, target: string): NextResponse {
  const response = NextResponse.redirect(new URL(target, request.url));
  response.headers.set("cache-control", "private, no-store");
  secure(request, response);
  return response;
}

function secure(request: NextRequest, response: NextResponse): void {
  for (const [name, value] of Object.entries(COMMON_HEADERS)) response.headers.set(name, value);
  // The older header knows no list of hosts: beside one it would contradict it.
  if (!mayBeFramed(request.headers)) response.headers.set("x-frame-options", FRAME_OPTIONS);
  if (isSecure(request.headers)) response.headers.set("strict-transport-security", STRICT_TRANSPORT);
}

function page(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentPolicy(nonce, {
    ancestors: frameAncestors(request.headers),
    frames: framesOf(request.nextUrl.pathname),
  });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // Where to come back to when the session turns out to have ended.
  headers.set("x-page", request.nextUrl.pathname + request.nextUrl.search);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "private, no-store");
  secure(request, response);
  return response;
}

/** Pages of others are shown on the one screen that is made for them, which also asks whether they answer. */
const framesOf = (path: string) => (/^\/apps\/app\/[^/]+\/external\//.test(path) ? " https:" : "");

/** Scripts by nonce; styles inline because Radix positions with them (TRAPS e); images and calls to ourselves only, but for pages of others. */
export function contentPolicy(nonce: string, { ancestors = "'none'", frames = "" } = {}): string {
  const development = env().NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    `connect-src 'self'${frames}`,
    `frame-src 'self' blob:${frames}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}
