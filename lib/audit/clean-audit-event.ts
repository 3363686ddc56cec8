import { cut, storable } from "@/lib/text/storable";

/*
 * Second net of the operation log. Services pass nothing secret; should one ever, what is named like a secret or looks
 * like one does not reach the table. It also keeps rows of a size that lists can bear.
 */
const SECRET_NAME =
  /passw(or)?d|secret|credential|authorization|cookie|private_?key|cipher|(^|_)(api_?key|access_?key|token|bearer)$/;
/** Names whose values are secrets whatever the names within them. */
const SECRET_BAGS = /^(headers|env|environment)$/;
const SECRET_TEXT =
  /\b(?:sk|pk|ak|ghp|xox[bp])[-_][\w-]{8,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}|\bBearer\s+[\w.~+/-]{8,}/g;
const HIDDEN = "[hidden]";
const TEXT_MAX = 4000;
const DEPTH_MAX = 8;

/** What of `before` and `after` may be written. */
export function cleanAuditEvent(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth >= DEPTH_MAX) return "…";
  if (Array.isArray(value)) return value.map((part) => cleanAuditEvent(part, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const plain = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
      if (SECRET_BAGS.test(plain)) return [cleanText(name), hideAll(part)];
      return [cleanText(name), SECRET_NAME.test(plain) ? hideAll(part) : cleanAuditEvent(part, depth + 1)];
    }),
  );
}

/** Texts are hidden, names and yes or no stay: that a secret was set is no secret. */
function hideAll(value: unknown): unknown {
  if (typeof value === "string") return value && HIDDEN;
  if (Array.isArray(value)) return value.map(hideAll);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [cleanText(name), hideAll(part)]));
}

function cleanText(text: string): string {
  const clean = storable(text.replaceAll("\0", "")).replace(SECRET_TEXT, HIDDEN);
  return clean.length > TEXT_MAX ? `${cut(clean, TEXT_MAX)}…` : clean;
}
