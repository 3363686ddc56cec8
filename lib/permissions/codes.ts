import { P, PERMISSION_CODES } from "@/lib/generated/codes";

/*
 * Every permission code (spec 2, 6; USER, EVALUATION and AITABLE from ARCHITECTURE 9), from what areas declare. The position
 * in the list is the number a session cookie carries instead of the text (a cookie ends at 4,096 bytes). `P` has short
 * names for handlers and pages: `P.CHAT` instead of a string.
 */
export { P, PERMISSION_CODES };

export type PermissionCode = (typeof PERMISSION_CODES)[number];

const known = new Set<string>(PERMISSION_CODES);

export function isPermissionCode(value: string): value is PermissionCode {
  return known.has(value);
}

/** Codes of links an administrator made: stored in roles beside the others, outside this list. */
const LINK_CODE = /^LINK:[A-Z0-9_]{2,40}$/;

export function isLinkCode(value: string): boolean {
  return LINK_CODE.test(value);
}

/** Holding a child code implies its parents (ARCHITECTURE 9): KBCENTER:KB:MANAGE brings KBCENTER. */
export function withParents(codes: Iterable<string>): PermissionCode[] {
  const all = new Set<PermissionCode>();
  for (const code of codes) {
    const parts = code.split(":");
    for (let length = 1; length <= parts.length; length++) {
      const name = parts.slice(0, length).join(":");
      if (isPermissionCode(name)) all.add(name);
    }
  }
  return PERMISSION_CODES.filter((code) => all.has(code));
}

/** Codes as the short numbers of the session cookie. */
export function packCodes(codes: readonly PermissionCode[]): number[] {
  return codes.map((code) => PERMISSION_CODES.indexOf(code));
}

/** Back from the cookie's numbers; numbers this build does not know are dropped. */
export function unpackCodes(numbers: unknown): PermissionCode[] {
  if (!Array.isArray(numbers)) return [];
  return numbers.map((index) => PERMISSION_CODES[index as number]).filter((code) => code !== undefined);
}
