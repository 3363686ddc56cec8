import { askedWords } from "@/lib/text/visible";

export const TABS = ["overview", "api"] as const;
export type PreviewTab = (typeof TABS)[number];

export interface PreviewState {
  tab: PreviewTab;
  /** What the API reference is searched for. */
  q: string;
  /** `GET`, …, or `all`. */
  method: string;
  /** The call that is open, e.g. `GET /api/health`. */
  call: string | null;
}

export const METHODS = ["all", "GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type Params = Record<string, string | string[] | undefined>;

/** What an address asks for; what it does not know counts as not asked. */
export function readPreview({ tab, q, method, call }: Params): PreviewState {
  return {
    tab: TABS.find((name) => name === tab) ?? "overview",
    q: askedWords(q),
    method: METHODS.find((name) => name === method) ?? "all",
    call: typeof call === "string" ? call.slice(0, 300) : null,
  };
}

export function previewQuery({ tab, q, method, call }: PreviewState): string {
  const params = new URLSearchParams();
  if (tab !== "overview") params.set("tab", tab);
  if (q) params.set("q", q);
  if (method !== "all") params.set("method", method);
  if (call) params.set("call", call);
  return params.size > 0 ? `?${params}` : "";
}
