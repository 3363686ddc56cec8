import { askedWords } from "@/lib/text/visible";

export const VERSION_TABS = ["text", "changes", "acceptances"] as const;
export type VersionTab = (typeof VERSION_TABS)[number];

/** What is open on the page: the draft's editor, or one version. */
export interface TermsState {
  edits: boolean;
  versionId: string | null;
  tab: VersionTab;
  keyword: string;
}

export const NOTHING_OPEN: TermsState = { edits: false, versionId: null, tab: "text", keyword: "" };

type Params = Record<string, string | string[] | undefined>;

export function readTermsState({ edit, version, tab, q }: Params): TermsState {
  return {
    edits: edit === "draft",
    versionId: typeof version === "string" && /^[0-9a-f-]{36}$/.test(version) ? version : null,
    tab: VERSION_TABS.find((name) => name === tab) ?? "text",
    keyword: askedWords(q),
  };
}

/** The address's query for a state, with its question mark; empty for the plain page. */
export function termsQuery({ edits, versionId, tab, keyword }: TermsState): string {
  const params = new URLSearchParams();
  if (edits) params.set("edit", "draft");
  else if (versionId) {
    params.set("version", versionId);
    if (tab !== "text") params.set("tab", tab);
    if (tab === "acceptances" && keyword) params.set("q", keyword);
  }
  const query = params.toString();
  return query && `?${query}`;
}
