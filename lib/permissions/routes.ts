import type { MenuIconName } from "@/lib/config/menu-icons";
import { PAGES } from "@/lib/generated/pages";
import type { PermissionCode } from "./codes";

/** One screen of the product. The list is the single source of middleware, navigation, menu seed, breadcrumbs and tests. */
export interface AppRoute {
  /** Path pattern; `{name}` stands for one segment. Odd spellings are the specification's. */
  path: string;
  /** Title key: `screens.<key>`. */
  key: string;
  area: RouteArea;
  /** Any of these codes opens it. */
  codes: readonly PermissionCode[] | "public" | "signed-in";
  icon?: MenuIconName;
  /** Path of the route above it, for breadcrumbs. */
  parent?: string;
  /** Menu entry to highlight when it is not the route's own (spec 3: meta.fixed). */
  highlight?: string;
  /** A path, or "first": the first child the person may open. */
  redirect?: string;
  /** The screen exists, or what the path leads to. Others answer like unknown pages and stand in no menu. */
  ready?: true;
}

export type RouteArea =
  | "core"
  | "chat"
  | "documents"
  | "search"
  | "drawing"
  | "personal"
  | "knowledge"
  | "evaluation"
  | "ai-table"
  | "apps"
  | "console";

/** Title key from a path: `/personal/chat` is `personalChat`; a parameter at the end adds `Item`. */
function titleKey(path: string): string {
  if (path === "/") return "home";
  if (path === "/404") return "notFound";
  const words = path
    .replace(/\{appId\}/g, "")
    .replace(/\{[^}]+\}$/, "item")
    .replace(/\{[^}]+\}/g, "")
    .split(/[-/]+/)
    .filter(Boolean);
  return words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join("");
}

const AREAS: readonly (readonly [string, RouteArea])[] = [
  ["/personal/chat", "chat"],
  ["/personal/document", "documents"],
  ["/personal/search", "search"],
  ["/personal/draft", "drawing"],
  ["/knowledge-center", "knowledge"],
  ["/evaluation", "evaluation"],
  ["/ai-table", "ai-table"],
  ["/apps", "apps"],
  ["/user", "personal"],
  ["/system", "console"],
];

function entry(
  path: string,
  codes: AppRoute["codes"],
  more: Pick<AppRoute, "icon" | "highlight" | "redirect"> = {},
): AppRoute {
  const area = AREAS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "core";
  return { path, key: titleKey(path), area, codes, ...more };
}

const entries: AppRoute[] = [
  entry("/login", "public"),
  entry("/", "signed-in", { redirect: "first" }),
  entry("/personal", "signed-in", { redirect: "first" }),
  entry("/apps/app/{appId}", ["APPS"]),
  entry("/system", ["SYSTEM"], { icon: "settings", redirect: "first" }),
  entry("/login-ad", "public"),
  entry("/404", "public"),
  entry("/personal/chat", ["PERSONAL:CHAT"], { icon: "message-square" }),
  entry("/personal/document", ["PERSONAL:DOCUMENT"], {
    icon: "book-open-text",
    redirect: "/personal/document/document-analysis",
  }),
  entry("/personal/document/document-analysis", ["PERSONAL:DOCUMENT"]),
  entry("/personal/document/comminicate", ["PERSONAL:DOCUMENT"]),
  entry("/personal/search", ["PERSONAL:SEARCH"], { icon: "globe", redirect: "/personal/search/search-main" }),
  entry("/personal/search/search-main", ["PERSONAL:SEARCH"]),
  entry("/personal/search/result", ["PERSONAL:SEARCH"]),
  entry("/personal/search/history", ["PERSONAL:SEARCH"]),
  entry("/personal/search/source-management", ["PERSONAL:SEARCH"]),
  entry("/personal/search/params-config", ["PERSONAL:SEARCH"]),
  entry("/personal/draft", ["PERSONAL:PAINTING"], { icon: "palette" }),
  entry("/user", ["USER"], { icon: "circle-user-round", redirect: "/user/info" }),
  entry("/user/info", ["USER"]),
  entry("/user/collected", ["USER"]),
  entry("/user/records", ["USER"]),
  entry("/user/search-record", ["USER"]),
  entry("/user/token", ["USER"]),
  entry("/knowledge-center", ["KBCENTER"], { icon: "library", redirect: "/knowledge-center/main" }),
  entry("/knowledge-center/main", ["KBCENTER:CHAT"]),
  entry("/knowledge-center/management", ["KBCENTER:KB:MANAGE"]),
  // Where a search begins: the specification's path needs words.
  entry("/knowledge-center/search", ["KBCENTER:KB:SEARCH"]),
  entry("/knowledge-center/search/{query}", ["KBCENTER:KB:SEARCH"]),
  entry("/knowledge-center/upload-data/{id}", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/re/{docId}", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/knowledge-qa", ["KBCENTER:CHAT"]),
  entry("/knowledge-center/kb-config-information", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/kb-config-information/data-set", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/kb-config-information/kb-set", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/kb-config-information/kb-update", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/kb-config-information/kb-update/high-quality-answer", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/kb-config-information/kb-update/wrong-question-collection", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/kb-config-information/kb-update/qa", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/kb-config-information/kb-update/usage", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/recall-test", ["KBCENTER:KB:MANAGE"]),
  // Spec H2: questions that bases answer badly, of one base and of all.
  entry("/knowledge-center/gap-board", ["KBCENTER:KB:MANAGE", "KBCENTER:MANAGE"]),
  entry("/knowledge-center/setting", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/setting/parameter-back-up", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/setting/parameter-settings", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/visibility", ["KBCENTER:KB:MANAGE"]),
  entry("/knowledge-center/kb-doc-preview/{fileId}", ["KBCENTER:KB:MANAGE", "KBCENTER:CHAT"]),
  entry("/knowledge-center/slice-preview/{fileId}", ["KBCENTER:KB:MANAGE", "KBCENTER:CHAT"]),
  entry("/knowledge-center/kb-chat", ["KBCENTER:KB:MANAGE", "KBCENTER:CHAT"]),
  entry("/knowledge-center/chat-history", ["KBCENTER:KB:MANAGE", "KBCENTER:CHAT"]),
  entry("/knowledge-center/doc-preview", ["KBCENTER:KB:MANAGE", "KBCENTER:CHAT"]),
  entry("/knowledge-center/knowledge-center-setting", ["KBCENTER:MANAGE"], {
    redirect: "/knowledge-center/knowledge-center-setting/kb-center-update/usage",
  }),
  entry("/knowledge-center/knowledge-center-setting/kb-center-update", ["KBCENTER:MANAGE"], {
    redirect: "/knowledge-center/knowledge-center-setting/kb-center-update/usage",
  }),
  entry("/knowledge-center/knowledge-center-setting/kb-center-update/usage", ["KBCENTER:MANAGE"]),
  entry("/knowledge-center/knowledge-center-setting/kb-center-update/center-high-quality-answer", ["KBCENTER:MANAGE"]),
  entry("/knowledge-center/knowledge-center-setting/kb-center-update/center-wrong-question-collection", [
    "KBCENTER:MANAGE",
  ]),
  entry("/knowledge-center/knowledge-center-setting/kb-center-update/center-qa", ["KBCENTER:MANAGE"]),
  entry("/knowledge-center/knowledge-center-setting/recommended-question", ["KBCENTER:MANAGE"]),
  entry("/knowledge-center/knowledge-center-setting/kb-search-config", ["KBCENTER:MANAGE"]),
  entry("/knowledge-center/knowledge-center-setting/parameter-configuration", ["KBCENTER:MANAGE"], {
    redirect: "/knowledge-center/knowledge-center-setting/parameter-configuration/base-config",
  }),
  entry("/knowledge-center/knowledge-center-setting/parameter-configuration/base-config", ["KBCENTER:MANAGE"]),
  entry("/knowledge-center/knowledge-center-setting/parameter-configuration/chat-config", ["KBCENTER:MANAGE"]),
  entry("/knowledge-center/knowledge-center-setting/parameter-configuration/recall-config", ["KBCENTER:MANAGE"]),
  entry("/knowledge-center/knowledge-center-setting/parameter-configuration/center-parameter", ["KBCENTER:MANAGE"]),
  entry("/knowledge-center/knowledge-center-setting/parameter-configuration/center-setting", ["KBCENTER:MANAGE"]),
  entry("/evaluation", ["EVALUATION"], { icon: "gauge", redirect: "/evaluation/data-set" }),
  entry("/evaluation/data-set", ["EVALUATION"]),
  entry("/evaluation/scenario", ["EVALUATION"]),
  entry("/evaluation/target", ["EVALUATION"]),
  entry("/evaluation/qa-extraction", ["EVALUATION"]),
  entry("/evaluation/qa", ["EVALUATION"]),
  entry("/evaluation/result", ["EVALUATION"]),
  entry("/evaluation/plan-detail/{id}", ["EVALUATION"]),
  entry("/evaluation/add-plan", ["EVALUATION"]),
  entry("/ai-table", ["AITABLE"], { icon: "table-2", redirect: "/ai-table/ai-upload" }),
  entry("/ai-table/ai-upload", ["AITABLE"]),
  entry("/ai-table/chat-table", ["AITABLE"]),
  entry("/apps", ["APPS"], { icon: "layout-grid" }),
  entry("/apps/square", ["APPS:SQUARE:VIEW"], { icon: "layout-grid" }),
  entry("/apps/workbench", ["APPS:WORKBENCH:VIEW"], { icon: "hammer" }),
  entry("/apps/lab", ["APPS:LAB:VIEW"], { icon: "flask-conical" }),
  // Leads from a conversation to the app it is with.
  entry("/apps/chat", ["APPS"]),
  entry("/apps/app/{appId}/ai-table", ["APPS"]),
  entry("/apps/app/{appId}/ai-meeting/index", ["APPS"]),
  entry("/apps/app/{appId}/ai-meeting/meeting", ["APPS"]),
  entry("/apps/app/{appId}/ai-translation/index", ["APPS"]),
  entry("/apps/app/{appId}/ai-translation/term-base-list", ["APPS"]),
  entry("/apps/app/{appId}/ai-translation/translate", ["APPS"]),
  entry("/apps/app/{appId}/ai-translation/term-list", ["APPS"]),
  entry("/apps/app/{appId}/document-translation", ["APPS"]),
  entry("/apps/app/{appId}/text-polish", ["APPS"]),
  entry("/apps/app/{appId}/resume-scoring", ["APPS"]),
  entry("/apps/app/{appId}/document-summary", ["APPS"]),
  entry("/apps/app/{appId}/audio-video", ["APPS"]),
  entry("/apps/app/{appId}/tender-verification", ["APPS"]),
  entry("/apps/app/{appId}/contract-verification", ["APPS"]),
  entry("/apps/app/{appId}/poster", ["APPS"]),
  entry("/apps/app/{appId}/agent-chat/{botAppID}", ["APPS"]),
  entry("/apps/app/{appId}/ai-order", ["APPS"]),
  entry("/apps/app/{appId}/biding-document-analysis/main", ["APPS"]),
  entry("/apps/app/{appId}/biding-document-analysis/prompt-manage", ["APPS"]),
  entry("/apps/app/{appId}/ai-predict", ["APPS"]),
  entry("/apps/app/{appId}/ai-keyword-spotting/chat", ["APPS"]),
  entry("/apps/app/{appId}/ai-keyword-spotting/config", ["APPS"]),
  entry("/apps/app/{appId}/ai-keyword-spotting/config/keyword-group", ["APPS"]),
  entry("/apps/app/{appId}/ai-keyword-spotting/config/keyword-group/{groupId}", ["APPS"]),
  entry("/apps/app/{appId}/ai-keyword-spotting/config/prompt", ["APPS"]),
  entry("/apps/app/{appId}/ai-contract-review/home", ["APPS"]),
  entry("/apps/app/{appId}/ai-contract-review/home/review", ["APPS"]),
  entry("/apps/app/{appId}/ai-contract-review/home/rule-manage", ["APPS"]),
  entry("/apps/app/{appId}/ai-contract-review/home/record", ["APPS"]),
  entry("/apps/app/{appId}/ai-contract-review/rule-item-manage/{ruleId}", ["APPS"]),
  entry("/apps/app/{appId}/ai-contract-review/record-detail/{recordId}", ["APPS"]),
  entry("/apps/app/{appId}/ai-contract-review/result-listen/{recordId}", ["APPS"]),
  entry("/apps/app/{appId}/ai-product", ["APPS"]),
  entry("/apps/app/{appId}/result", ["APPS"]),
  entry("/apps/app/{appId}/external/{url}", ["APPS"]),
  entry("/apps/open/share/{botAppId}", "public"),
  entry("/apps/open/api/{botAppId}", ["APPS:WORKBENCH:VIEW"]),
  entry("/apps/open/third-party-embedding/{botAppId}", "public"),
  entry("/apps/add-api-tool", ["APPS:WORKBENCH:VIEW"]),
  entry("/apps/custom-import", ["APPS:WORKBENCH:VIEW"]),
  entry("/apps/app-params-edit/{appId}", ["APPS:WORKBENCH:VIEW"]),
  entry("/apps/app-params-edit/{appId}/web-link", ["APPS:WORKBENCH:VIEW"]),
  entry("/apps/app-params-edit/{appId}/square", ["APPS:WORKBENCH:VIEW"]),
  entry("/apps/app-params-edit/{appId}/ebdding", ["APPS:WORKBENCH:VIEW"]),
  entry("/apps/app-params-edit/{appId}/api-access", ["APPS:WORKBENCH:VIEW"]),
  entry("/apps/app-params-edit/{appId}/wechat-customer", ["APPS:WORKBENCH:VIEW"]),
  entry("/apps/app-params-edit/{appId}/wechat-official-account", ["APPS:WORKBENCH:VIEW"]),
  entry("/apps/app-params-edit/{appId}/dingtalk", ["APPS:WORKBENCH:VIEW"]),
  entry("/apps/app-params-edit/{appId}/lark", ["APPS:WORKBENCH:VIEW"]),
  entry("/apps/app-params-edit/{appId}/wechat-business", ["APPS:WORKBENCH:VIEW"]),
  entry("/system-preview", ["SYSTEM"], { icon: "monitor-check" }),
  entry("/system/report-v2/dashboard", ["SYSTEM:REPORT:DASHBOARD"], { icon: "layout-dashboard" }),
  entry("/system/report-v2/app-stats-detail/{appId}/{appName}", ["SYSTEM:REPORT:TOKENS"], {
    highlight: "/system/report-v2/tokens-stats",
  }),
  entry("/system/report-v2/tokens-stats", ["SYSTEM:REPORT:TOKENS"], {
    icon: "bar-chart-3",
    redirect: "/system/report-v2/tokens-stats/app",
  }),
  entry("/system/report-v2/tokens-stats/app", ["SYSTEM:REPORT:TOKENS"], {
    highlight: "/system/report-v2/tokens-stats",
  }),
  entry("/system/report-v2/tokens-stats/model", ["SYSTEM:REPORT:TOKENS"], {
    highlight: "/system/report-v2/tokens-stats",
  }),
  entry("/system/report-v2/tokens-stats/user", ["SYSTEM:REPORT:TOKENS"], {
    highlight: "/system/report-v2/tokens-stats",
  }),
  entry("/system/report-v2/tokens-stats/dept", ["SYSTEM:REPORT:TOKENS"], {
    highlight: "/system/report-v2/tokens-stats",
  }),
  entry("/system/detail-manage/detail-record", ["SYSTEM:CHAT:RECORD"], { icon: "messages-square" }),
  entry("/system/detail-manage/search-record", ["SYSTEM:CHAT:SEARCHRECORD"], { icon: "list-filter" }),
  entry("/system/detail-manage/prompt-manage", ["SYSTEM:CHAT:PROMPT"], { icon: "quote" }),
  entry("/system/open-manage/api-manage", ["SYSTEM:OPEN:API"], { icon: "key-round" }),
  entry("/system/user-manage/dept-manage", ["SYSTEM:ORG:DEPT"], { icon: "network" }),
  entry("/system/user-manage/role-manage", ["SYSTEM:ORG:ROLE"], { icon: "shield-check" }),
  entry("/system/user-manage/role-manage/detail", ["SYSTEM:ORG:USER"], {
    highlight: "/system/user-manage/role-manage",
  }),
  entry("/system/user-manage/user-manage", ["SYSTEM:ORG:USER"], { icon: "users" }),
  entry("/system/user-manage/menu-manage", ["SYSTEM:ORG:MENU"], { icon: "list-tree" }),
  entry("/system/log-manage/operation-log", ["SYSTEM:LOGS:OPERATION"], { icon: "scroll-text" }),
  entry("/system/system-manage/model-access", ["SYSTEM:CONFIG:MODELS"], { icon: "boxes" }),
  entry("/system/system-manage/sys-common", ["SYSTEM:CONFIG:TOOLS"], { icon: "wrench" }),
  entry("/system/system-manage/license-manage", ["SYSTEM:CONFIG:LICENSE"], { icon: "badge-check" }),
  entry("/system/system-manage/base-config-config", ["SYSTEM:CONFIG:BASIC"], {
    icon: "sliders-horizontal",
  }),
  entry("/system/system-manage/terms-of-use", ["SYSTEM:CONFIG:TERMS"], { icon: "file-signature" }),
  entry("/system/system-manage/login-channel", ["SYSTEM:CONFIG:SSO"], { icon: "log-in" }),
  entry("/system/gateway", ["SYSTEM:GATEWAY"], { redirect: "/system/gateway/model-supplier" }),
  entry("/system/gateway/model-supplier", ["SYSTEM:GATEWAY"], { icon: "waypoints" }),
];

const pages: ReadonlySet<string> = new Set(PAGES);

function isReady({ path, redirect }: AppRoute): boolean {
  if (pages.has(path) || redirect === "first") return true;
  const target = entries.find((route) => route.path === redirect);
  return target !== undefined && isReady(target);
}

/** Every route of the product with its parent, in the order of the specification. */
export const ROUTES: readonly AppRoute[] = entries.map((declared) => {
  const route: AppRoute = isReady(declared) ? { ...declared, ready: true } : declared;
  const above = entries
    .filter((other) => other.path !== "/" && route.path.startsWith(`${other.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return above ? { ...route, parent: above.path } : route;
});
