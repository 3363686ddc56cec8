import * as field from "@/lib/client/address";

export const VERSION_TABS = ["text", "changes", "acceptances"] as const;
export type VersionTab = (typeof VERSION_TABS)[number];

/** What is open on the page: the draft's editor, or one version. */
export interface TermsState {
  edits: boolean;
  versionId: string | null;
  tab: VersionTab;
  keyword: string;
}

const termsAddress = field.addressCodec<TermsState>({
  edits: field.flag("edit", "draft"),
  versionId: field.id("version"),
  tab: field.oneOf("tab", VERSION_TABS, "text"),
  keyword: field.words(),
});
export const NOTHING_OPEN = termsAddress.plain;
export const readTermsState = termsAddress.read;

/** The address's query for a state: a tab belongs to a version, words to its acceptances. */
export function termsQuery({ edits, versionId, tab, keyword }: TermsState): string {
  if (edits) return termsAddress.query({ ...NOTHING_OPEN, edits });
  return versionId ? termsAddress.query({ edits, versionId, tab, keyword: tab === "acceptances" ? keyword : "" }) : "";
}
