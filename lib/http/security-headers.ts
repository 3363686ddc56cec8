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

/** Only where the visitor came by https. */
export const STRICT_TRANSPORT = "max-age=31536000; includeSubDomains";
