import { type NextRequest, NextResponse } from "next/server";
import { isSecure, readCookie } from "@/lib/auth/cookie";
import { isRelativeTarget } from "@/lib/auth/safe-path";
import { env } from "@/lib/config/env";
import { COMMON_HEADERS, STRICT_TRANSPORT } from "@/lib/http/security-headers";
import { matchRoute, mayOpen, redirectOf } from "./navigation";

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
    const target = pathname + search;
    const query = pathname === "/" || !isRelativeTarget(target) ? "" : `?redirectUrl=${encodeURIComponent(target)}`;
    return redirect(request, `/login${query}`);
  }
  // A required password change is made on the login screen; every call but a few answers 403 until then (CONTRACT).
  if (claims.mustChangePassword) return redirect(request, "/login?step=password");
  if (!route || !mayOpen(route, claims.codes)) return redirect(request, "/404");
  if (route.redirect) {
    const target = redirectOf(route, claims.codes);
    const known = target && matchRoute(target)?.ready;
    return redirect(request, known ? target : "/404");
  }
  if (!route.ready) return redirect(request, "/404");
  return page(request);
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

function redirect(request: NextRequest, target: string): NextResponse {
  const response = NextResponse.redirect(new URL(target, request.url));
  response.headers.set("cache-control", "private, no-store");
  secure(request, response);
  return response;
}

function secure(request: NextRequest, response: NextResponse): void {
  for (const [name, value] of Object.entries(COMMON_HEADERS)) response.headers.set(name, value);
  if (isSecure(request.headers)) response.headers.set("strict-transport-security", STRICT_TRANSPORT);
}

function page(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "private, no-store");
  secure(request, response);
  return response;
}

/** Scripts by nonce; styles inline because Radix positions with them (TRAPS e); images and calls to ourselves only. */
export function contentPolicy(nonce: string): string {
  const development = env().NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
