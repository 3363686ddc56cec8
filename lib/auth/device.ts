import "server-only";
import Bowser from "bowser";

export interface Device {
  /** Name and major version, e.g. "Chrome 141"; empty when nobody can tell. */
  browser: string;
  /** e.g. "Windows", "macOS", "Android". */
  system: string;
  kind: "desktop" | "phone" | "tablet" | "other";
}

const KINDS: Record<string, Device["kind"]> = { desktop: "desktop", mobile: "phone", tablet: "tablet" };

/** Parsing costs a tenth of a millisecond, an export shows 50,000 rows, and few user agents fill a log. */
const KNOWN_MAX = 500;
const known = new Map<string, Device>();

/** What a browser says of itself, in words a person knows. */
export function deviceOf(userAgent: string): Device {
  const found = known.get(userAgent);
  if (found) return found;
  if (known.size >= KNOWN_MAX) known.clear();
  const device = parse(userAgent);
  known.set(userAgent, device);
  return device;
}

function parse(userAgent: string): Device {
  if (!userAgent) return { browser: "", system: "", kind: "other" };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const version = browser.version?.split(".")[0] ?? "";
  return {
    browser: browser.name ? `${browser.name} ${version}`.trim() : "",
    system: os.name ?? "",
    kind: KINDS[platform.type ?? ""] ?? "other",
  };
}

/** Browser and system in one line, as far as they are known. */
export function deviceText(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  return [browser, system].filter(Boolean).join(" · ");
}
