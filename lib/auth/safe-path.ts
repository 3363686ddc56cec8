/** Hosts in this shape never exist; the parser only lends its rules. */
const BASE = "http://base.invalid";

/**
 * A redirect target made safe (spec A4, SECURITY rule 10): parsed as a browser would, refused unless it stays on our
 * origin and is a page, then written anew from its parts. Anything else answers the fall-back.
 */
export function safePath(target: string | null | undefined, fallback = "/"): string {
  if (!target || target.length > 2000) return fallback;
  if (!isPlainThroughout(target)) return fallback;
  const url = new URL(target, BASE);
  if (url.origin !== BASE) return fallback;
  // A target that itself redirects, or is no page, is no place to land.
  if (/^\/(api|login|login-ad|login-teams|public|_next)(\/|$)/.test(url.pathname)) return fallback;
  url.searchParams.delete("jwt");
  url.searchParams.delete("redirectUrl");
  return url.pathname + url.search + url.hash;
}

/** Whether a path of ours may be carried as `redirectUrl`. */
export function isRelativeTarget(target: string): boolean {
  return safePath(target, "") !== "";
}

/** Double encoding hides the same tricks one layer down; nobody honest encodes a path four times. */
function isPlainThroughout(target: string): boolean {
  let decoded = target;
  for (let round = 0; round < 4; round++) {
    if (!isPlainPath(decoded)) return false;
    const next = tryDecode(decoded);
    if (next === decoded) return true;
    if (next === undefined) return false;
    decoded = next;
  }
  return false;
}

function isPlainPath(target: string): boolean {
  if (!target.startsWith("/") || target.startsWith("//")) return false;
  // Browsers read a backslash as a slash and drop control characters.
  for (const char of target) {
    const code = char.codePointAt(0) ?? 0;
    if (code <= 0x20 || code === 0x7f || char === "\\") return false;
  }
  if (target.split(/[?#]/, 1)[0]?.includes("//")) return false;
  try {
    return new URL(target, BASE).origin === BASE;
  } catch {
    return false;
  }
}

function tryDecode(text: string): string | undefined {
  try {
    // Only the path can lead elsewhere; a query may hold any text.
    const [path = "", ...rest] = text.split(/(?=[?#])/);
    return decodeURIComponent(path) + rest.join("");
  } catch {
    return undefined;
  }
}
