import "server-only";
import { log } from "@/lib/log";
import { egressFetch } from "@/lib/net/egress-fetch";

const LOOK_MS = 4000;
/** Only the head of the answer is looked at. */
const BYTES_MAX = 65_536;

/** `unknown`: the page cannot be asked from here, and the browser may reach it all the same. */
export type Framing = "allowed" | "refused" | "unknown";

/** What a page says about being shown inside another (spec K10). */
export async function framingOf(url: string, origin: string): Promise<Framing> {
  try {
    const response = await egressFetch(
      url,
      { method: "GET", signal: AbortSignal.timeout(LOOK_MS), headers: { accept: "text/html" } },
      { policy: "supplier", maxBytes: BYTES_MAX },
    );
    await response.body?.cancel().catch(() => undefined);
    const sides = { own: origin, page: new URL(response.url || url).origin };
    return refuses(response.headers, sides) ? "refused" : "allowed";
  } catch (err) {
    log().debug({ err }, "external page could not be asked whether it may be framed");
    return "unknown";
  }
}

/** What the headers of a page say about being shown inside another. `frame-ancestors` stands over the older header. */
export function refuses(headers: Headers, { own, page }: { own: string; page: string }): boolean {
  const policy = headers.get("content-security-policy") ?? "";
  const ancestors = /(?:^|;|,)\s*frame-ancestors\s+([^;,]*)/i.exec(policy)?.[1]?.trim().split(/\s+/);
  if (ancestors) return !ancestors.some((source) => allows(source, { own, page }));
  const option = headers.get("x-frame-options")?.trim().toLowerCase() ?? "";
  if (option === "deny") return true;
  return option === "sameorigin" && own !== page;
}

function allows(source: string, { own, page }: { own: string; page: string }): boolean {
  const said = source.toLowerCase();
  if (said === "*") return true;
  if (said === "'none'") return false;
  if (said === "'self'") return own === page;
  const { protocol, host, hostname } = new URL(own);
  if (said === protocol) return true;
  const [, scheme, named = ""] = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/]+)/.exec(said) ?? [];
  if (scheme && scheme !== protocol) return false;
  const bare = named.replace(/:(\*|\d+)$/, "");
  return bare.startsWith("*.") ? hostname.endsWith(bare.slice(1)) : named === host || bare === hostname;
}
