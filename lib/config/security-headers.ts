/** Headers of every answer, whatever kind it is (SECURITY XS-09). next.config.ts reads them as plain Node. */
export const COMMON_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), payment=(), usb=(), microphone=(self)",
} as const;

/** On every answer but a page that the team client may frame: its content policy names who may. */
export const FRAME_OPTIONS = "DENY";

/** What an answer that is no page may load or be framed by: nothing and nobody. */
export const CALL_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A file somebody uploaded: opened as a page it runs nothing and belongs to no origin. */
export const FILE_POLICY = `${CALL_POLICY}; sandbox`;

/**
 * What the framework sets on every answer (`headers` of next.config.ts). It wins over what a handler says under the same
 * name, so only headers that have one value everywhere stand here, and no content policy.
 */
export const FRAMEWORK_HEADERS = [
  { source: "/:path*", headers: Object.entries(COMMON_HEADERS).map(([key, value]) => ({ key, value })) },
  // Pages say it themselves: the gate knows whether the team client may frame them.
  {
    source: "/:kind(api|public|metrics|brand|_next)/:path*",
    headers: [{ key: "x-frame-options", value: FRAME_OPTIONS }],
  },
];

/**
 * What answers that are no page get where nobody has said it: static files, unknown methods, failures of the framework.
 * `scripts/preload.mjs` fills them in when an answer is written.
 */
const LAST_HEADERS: Record<string, string> = { "content-security-policy": CALL_POLICY };

/** Tells the process the headers it fills in. */
export function fillInHeaders(): void {
  (globalThis as typeof globalThis & { __lastHeaders?: Record<string, string> }).__lastHeaders = LAST_HEADERS;
}

/** Only where the visitor came by https. */
export const STRICT_TRANSPORT = "max-age=31536000; includeSubDomains";
