/** A value inside a search filter (RFC 4515): what a person typed is never part of the filter's shape. */
export function escapeFilter(value: string): string {
  return value
    .replace(/[\\*()]/g, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, "0")}`)
    .replaceAll("\0", "\\00");
}

/** A filter of the settings with its placeholders (`{account}`, `{dn}`) filled in, escaped. */
export function fillFilter(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : escapeFilter(value);
  });
}

/** Cuts at a separator that is not escaped and not between quotes. */
function splitPlain(text: string, separator: string): string[] {
  const parts: string[] = [];
  let part = "";
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? "";
    if (char === "\\") {
      part += char + (text[++index] ?? "");
    } else if (char === separator && !isQuoted) {
      parts.push(part);
      part = "";
    } else {
      if (char === '"') isQuoted = !isQuoted;
      part += char;
    }
  }
  return [...parts, part];
}

/** The value of a name's part without its escapes: `\2C` and `\,` are both a comma, `\E5\BC\A0` is one letter. */
function unescapeValue(value: string): string {
  const text = /^\s*"(.*)"\s*$/s.exec(value)?.[1] ?? value;
  const bytes: Buffer[] = [];
  for (let index = 0; index < text.length; index++) {
    const pair = /^\\([0-9a-fA-F]{2})/.exec(text.slice(index, index + 3))?.[1];
    if (pair) {
      bytes.push(Buffer.from(pair, "hex"));
      index += 2;
    } else {
      if (text[index] === "\\") index++;
      const char = String.fromCodePoint(text.codePointAt(index) ?? 0x20);
      bytes.push(Buffer.from(char));
      index += char.length - 1;
    }
  }
  return Buffer.concat(bytes).toString("utf8");
}

/** One spelling of a part: `OU = Sales ` and `ou=sales` are the same. */
function partKey(part: string): string {
  return splitPlain(part, "+")
    .map((pair) => {
      const at = pair.indexOf("=");
      const value = unescapeValue(pair.slice(at + 1))
        .normalize("NFC")
        .trim()
        .replace(/\s+/g, " ")
        .toLowerCase()
        .replace(/[,+"\\<>;=]/g, (char) => `\\${char}`);
      return `${pair.slice(0, Math.max(at, 0)).trim().toLowerCase()}=${value}`;
    })
    .sort()
    .join("+");
}

/** One spelling of a distinguished name, to compare and to keep by: servers differ in case, spaces and escapes. */
export function dnKey(dn: string): string {
  return splitPlain(dn, ",").map(partKey).join(",");
}

/** The names above one, nearest first, down from `base`; nothing when it does not lie below. */
export function namesAbove(dn: string, base: string): string[] {
  const parts = splitPlain(dn, ",").map(partKey);
  const end = dnKey(base);
  const above = parts.slice(1).map((_, index) => parts.slice(index + 1).join(","));
  const last = above.indexOf(end);
  return last < 0 ? [] : above.slice(0, last + 1);
}

/** What the first part of a distinguished name calls its entry: `Sales` of `cn=Sales,ou=groups`. */
export function firstName(dn: string): string {
  const [first = ""] = splitPlain(splitPlain(dn, ",")[0] ?? "", "+");
  return unescapeValue(first.slice(first.indexOf("=") + 1)).trim();
}

/** objectGUID as everybody writes it; the first three fields stand in the other byte order. Null: not a GUID. */
export function guidText(bytes: Buffer): string | null {
  if (bytes.length !== 16) return null;
  const hex = (from: number, to: number, isTurned = false) => {
    const field = Buffer.from(bytes.subarray(from, to));
    return (isTurned ? field.reverse() : field).toString("hex");
  };
  return [hex(0, 4, true), hex(4, 6, true), hex(6, 8, true), hex(8, 10), hex(10, 16)].join("-");
}

/** Active Directory says in the text why it refused: expired, off, must be changed, locked, at this hour or place. */
const REFUSED = new Set(["530", "531", "532", "533", "701", "773", "775"]);

/** Whether a refused bind was about the account and not about the password. */
export function isAccountRefusal(diagnostics: string): boolean {
  const code = /\bAcceptSecurityContext error, data ([0-9a-f]+)/i.exec(diagnostics)?.[1];
  return code !== undefined && REFUSED.has(code.toLowerCase());
}
