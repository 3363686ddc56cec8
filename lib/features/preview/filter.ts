import * as field from "@/lib/client/address";

export const TABS = ["overview", "api"] as const;
export type PreviewTab = (typeof TABS)[number];

export interface PreviewState {
  tab: PreviewTab;
  /** What the API reference is searched for. */
  q: string;
  /** `GET`, …, or `all`. */
  method: (typeof METHODS)[number];
  /** The call that is open, e.g. `GET /api/health`. */
  call: string | null;
}

export const METHODS = ["all", "GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export const previewAddress = field.addressCodec<PreviewState>({
  tab: field.beside(field.oneOf("tab", TABS, "overview")),
  q: field.words(),
  method: field.oneOf("method", METHODS, "all"),
  call: field.open((text) => text.slice(0, 300), "call"),
});
