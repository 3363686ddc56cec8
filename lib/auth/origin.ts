import "server-only";
import { networkInterfaces } from "node:os";
import { env } from "@/lib/config/env";
import { AppError } from "@/lib/errors/errors";

/**
 * The address visitors use, for whatever is made of it and goes elsewhere: redirect addresses of channels, names of this
 * installation at an identity provider. It is PUBLIC_URL. Without one the `Host` of a request, which anybody can invent,
 * counts only where it names this machine itself. Throws publicUrlMissing.
 */
export function publicOrigin(request: Request): string {
  const origin = knownOrigin(request);
  if (!origin) throw new AppError("publicUrlMissing");
  return origin;
}

/** As above, but null where PUBLIC_URL must be set first. */
export function knownOrigin(request: Request): string | null {
  const { PUBLIC_URL } = env();
  if (PUBLIC_URL) return new URL(PUBLIC_URL).origin;
  const asked = askedOrigin(request);
  return asked && isThisMachine(new URL(asked)) ? asked : null;
}

/** Whether the `Origin` header names the address the request came to; undefined when the request carries none. */
export function isSameOrigin(request: Request): boolean | undefined {
  const origin = request.headers.get("origin");
  if (origin === null) return undefined;
  const { PUBLIC_URL } = env();
  // A browser writes both headers itself, so between the two of them `Host` may be believed.
  return origin === (PUBLIC_URL ? new URL(PUBLIC_URL).origin : askedOrigin(request));
}

/** What the request says it came to (a trusted proxy may say so for it); null when that is no address. */
function askedOrigin({ headers }: Request): string | null {
  const { TRUST_PROXY } = env();
  const host = (TRUST_PROXY && headers.get("x-forwarded-host")) || headers.get("host") || "localhost";
  const protocol = TRUST_PROXY && headers.get("x-forwarded-proto") === "https" ? "https" : "http";
  const address = `${protocol}://${host}`;
  if (!URL.canParse(address)) return null;
  const { origin, pathname, search, hash, username, password } = new URL(address);
  return pathname === "/" && !search && !hash && !username && !password ? origin : null;
}

/** Loopback by whatever port it was forwarded, or an address of this machine at the port it listens on. */
function isThisMachine({ hostname, port, protocol }: URL): boolean {
  const name = hostname.replace(/^\[|\]$/g, "");
  if (name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name))
    return true;
  if (Number(port || (protocol === "https:" ? 443 : 80)) !== env().PORT) return false;
  return Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === name));
}
