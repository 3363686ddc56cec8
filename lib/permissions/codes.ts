/**
 * Every permission code (spec 2, 6; USER, EVALUATION and AITABLE from ARCHITECTURE 9). The position in this list is
 * the number a session cookie carries instead of the text (a cookie ends at 4,096 bytes): append only, never reorder.
 */
export const PERMISSION_CODES = [
  "USER",
  "PERSONAL:CHAT",
  "PERSONAL:DOCUMENT",
  "PERSONAL:SEARCH",
  "PERSONAL:PAINTING",
  "KBCENTER",
  "KBCENTER:CHAT",
  "KBCENTER:KB:MANAGE",
  "KBCENTER:KB:SEARCH",
  "KBCENTER:MANAGE",
  "EVALUATION",
  "AITABLE",
  "APPS",
  "APPS:SQUARE:VIEW",
  "APPS:WORKBENCH:VIEW",
  "APPS:LAB:VIEW",
  "SYSTEM",
  "SYSTEM:REPORT:DASHBOARD",
  "SYSTEM:REPORT:TOKENS",
  "SYSTEM:CHAT:RECORD",
  "SYSTEM:CHAT:SEARCHRECORD",
  "SYSTEM:CHAT:PROMPT",
  "SYSTEM:OPEN:API",
  "SYSTEM:ORG:DEPT",
  "SYSTEM:ORG:ROLE",
  "SYSTEM:ORG:USER",
  "SYSTEM:ORG:MENU",
  "SYSTEM:LOGS:OPERATION",
  "SYSTEM:CONFIG:MODELS",
  "SYSTEM:CONFIG:TOOLS",
  "SYSTEM:CONFIG:LICENSE",
  "SYSTEM:CONFIG:BASIC",
  "SYSTEM:CONFIG:TERMS",
  "SYSTEM:CONFIG:SSO",
  "SYSTEM:GATEWAY",
] as const;

export type PermissionCode = (typeof PERMISSION_CODES)[number];

/** Short names for handlers and pages: `P.CHAT` instead of a string. */
export const P = {
  USER: "USER",
  CHAT: "PERSONAL:CHAT",
  DOCUMENT: "PERSONAL:DOCUMENT",
  SEARCH: "PERSONAL:SEARCH",
  PAINTING: "PERSONAL:PAINTING",
  KB: "KBCENTER",
  KB_CHAT: "KBCENTER:CHAT",
  KB_MANAGE: "KBCENTER:KB:MANAGE",
  KB_SEARCH: "KBCENTER:KB:SEARCH",
  KB_CENTER: "KBCENTER:MANAGE",
  EVALUATION: "EVALUATION",
  AI_TABLE: "AITABLE",
  APPS: "APPS",
  APPS_SQUARE: "APPS:SQUARE:VIEW",
  APPS_WORKBENCH: "APPS:WORKBENCH:VIEW",
  APPS_LAB: "APPS:LAB:VIEW",
  SYSTEM: "SYSTEM",
  REPORT_DASHBOARD: "SYSTEM:REPORT:DASHBOARD",
  REPORT_TOKENS: "SYSTEM:REPORT:TOKENS",
  CHAT_RECORD: "SYSTEM:CHAT:RECORD",
  SEARCH_RECORD: "SYSTEM:CHAT:SEARCHRECORD",
  CHAT_PROMPT: "SYSTEM:CHAT:PROMPT",
  OPEN_API: "SYSTEM:OPEN:API",
  ORG_DEPT: "SYSTEM:ORG:DEPT",
  ORG_ROLE: "SYSTEM:ORG:ROLE",
  ORG_USER: "SYSTEM:ORG:USER",
  ORG_MENU: "SYSTEM:ORG:MENU",
  LOGS_OPERATION: "SYSTEM:LOGS:OPERATION",
  CONFIG_MODELS: "SYSTEM:CONFIG:MODELS",
  CONFIG_TOOLS: "SYSTEM:CONFIG:TOOLS",
  CONFIG_LICENSE: "SYSTEM:CONFIG:LICENSE",
  CONFIG_BASIC: "SYSTEM:CONFIG:BASIC",
  CONFIG_TERMS: "SYSTEM:CONFIG:TERMS",
  CONFIG_SSO: "SYSTEM:CONFIG:SSO",
  GATEWAY: "SYSTEM:GATEWAY",
} as const satisfies Record<string, PermissionCode>;

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
