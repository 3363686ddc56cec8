/** Addresses of the app area's screens, spelled as the specification spells them. */
const APPS = "/apps";
export const squareHref = `${APPS}/square`;
export const workbenchHref = `${APPS}/workbench`;
export const labHref = `${APPS}/lab`;
export const newAppHref = `${workbenchHref}?open=new`;

/** Leads to whatever an app is. */
export const appHref = (id: string) => `${APPS}/app/${id}`;
export const appChatHref = (id: string, sessionId?: string) =>
  `${APPS}/app/${id}/agent-chat/${id}${sessionId ? `?id=${sessionId}` : ""}`;
/** The form of an app that writes, and what it wrote. */
export const resultHref = (id: string, runId?: string) => `${APPS}/app/${id}/result${runId ? `?run=${runId}` : ""}`;
/** The page itself is read from the app, whatever address stands here. */
export const externalHref = (id: string, url: string) => `${APPS}/app/${id}/external/${encodeURIComponent(url)}`;
/** A screen of an area's tool, below the address of its app. */
export const toolHref = (id: string, screen: string) => `${APPS}/app/${id}/${screen}`;
export const EDITOR_TABS = ["arranging", "debug", "preview", "versions", "analysis"] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];
export const editorHref = (id: string, tab?: EditorTab) =>
  `${APPS}/app-params-edit/${id}${tab && tab !== "arranging" ? `?tab=${tab}` : ""}`;
export const listingHref = (id: string) => `${APPS}/app-params-edit/${id}/square`;
/** Wishes to use an app, for whoever decides about them. */
export const requestsHref = (id: string) => `${listingHref(id)}?requests=1`;

/** Where tools of one's own are made. */
export const makeToolHref = `${APPS}/add-api-tool`;
export const importToolsHref = `${APPS}/custom-import`;

/** The console's records of an app's conversations on some days; the records read the same names. */
export const appRecordsHref = (filter: {
  app: string;
  from: string;
  to: string;
  feedback?: "any";
  status?: "notDone";
}) => `/system/detail-manage/detail-record?${new URLSearchParams(filter)}`;
