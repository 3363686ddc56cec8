import "server-only";
import { env } from "@/lib/config/env";

/** The address visitors use: PUBLIC_URL, or the Host of the request (a trusted proxy may name it). */
export function publicOrigin(request: Request): string {
  const { PUBLIC_URL, TRUST_PROXY } = env();
  if (PUBLIC_URL) return new URL(PUBLIC_URL).origin;
  const host = (TRUST_PROXY && request.headers.get("x-forwarded-host")) || request.headers.get("host") || "localhost";
  const protocol = TRUST_PROXY && request.headers.get("x-forwarded-proto") === "https" ? "https" : "http";
  return `${protocol}://${host}`;
}

/** Whether the `Origin` header names ourselves; undefined when the request carries none. */
export function isSameOrigin(request: Request): boolean | undefined {
  const origin = request.headers.get("origin");
  if (origin === null) return undefined;
  return origin === publicOrigin(request);
}
