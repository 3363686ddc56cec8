import "server-only";
import type { MenuSeed } from "@/db/seed/foundation";
import { loadMessages } from "@/lib/i18n/messages";
import { CONSOLE_HALF, WORKSPACE_HALF } from "./menu-tree";
import { routeCodes } from "./navigation";
import { ROUTES } from "./routes";

/** The navigation of design 3: two halves of the sidebar, five groups of the console. Entries are route paths. */
const TREE: readonly (readonly [group: string, paths: readonly string[]])[] = [
  ["assistant", ["/personal/chat", "/personal/search", "/personal/document", "/personal/draft"]],
  ["workspace", ["/knowledge-center", "/apps", "/evaluation", "/ai-table"]],
  ["overview", ["/system-preview"]],
  ["reports", ["/system/report-v2/dashboard", "/system/report-v2/tokens-stats"]],
  [
    "records",
    [
      "/system/detail-manage/detail-record",
      "/system/detail-manage/search-record",
      "/system/detail-manage/prompt-manage",
    ],
  ],
  ["open", ["/system/open-manage/api-manage"]],
  [
    "organisation",
    [
      "/system/user-manage/dept-manage",
      "/system/user-manage/role-manage",
      "/system/user-manage/user-manage",
      "/system/user-manage/menu-manage",
      "/system/log-manage/operation-log",
    ],
  ],
  [
    "system",
    [
      "/system/system-manage/model-access",
      "/system/system-manage/sys-common",
      "/system/gateway/model-supplier",
      "/system/system-manage/license-manage",
      "/system/system-manage/base-config-config",
      "/system/system-manage/terms-of-use",
      "/system/system-manage/login-channel",
    ],
  ],
];

/** A group's path is the root of the half of the product it stands in. */
const halfOf = (paths: readonly string[]) => (paths[0]?.startsWith("/system") ? CONSOLE_HALF : WORKSPACE_HALF);

/** Menu rows of a fresh installation, named in both languages from the message files. */
export async function menuSeeds(): Promise<MenuSeed[]> {
  const [zh, en] = await Promise.all([loadMessages("zh_CN"), loadMessages("en_US")]);
  const nameOf = (texts: object, key: string) => (texts as Record<string, string>)[key] ?? "";
  return TREE.map(([group, paths]) => ({
    key: group,
    type: "group",
    nameZh: nameOf(zh.nav.groups, group),
    nameEn: nameOf(en.nav.groups, group),
    icon: "",
    path: halfOf(paths),
    permission: null,
    fixed: null,
    children: paths.map((path) => {
      const route = ROUTES.find((candidate) => candidate.path === path);
      if (!route) throw new Error(`No route ${path}`);
      return {
        key: route.key,
        type: "page" as const,
        nameZh: nameOf(zh.screens, route.key),
        nameEn: nameOf(en.screens, route.key),
        icon: route.icon ?? "",
        path,
        permission: routeCodes(route)[0] ?? null,
        fixed: route.highlight ?? null,
        children: [],
      };
    }),
  }));
}

export function menuKeys(seeds: MenuSeed[]): string[] {
  return seeds.flatMap((seed) => [seed.key, ...menuKeys(seed.children)]);
}
