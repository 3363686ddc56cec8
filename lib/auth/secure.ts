import { env } from "@/lib/config/env";

/**
 * Whether the visitor reaches us by https: PUBLIC_URL says so, or the trusted proxy does. One decision for the cookie's
 * name in login, pages and middleware (TRAPS e).
 */
export function isSecure(headers: Headers): boolean {
  const { PUBLIC_URL, TRUST_PROXY } = env();
  if (PUBLIC_URL) return PUBLIC_URL.startsWith("https:");
  return TRUST_PROXY && headers.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https";
}
