import { PERMISSION_CODES, type PermissionCode } from "./codes";
import { routeCodes } from "./navigation";
import { type AppRoute, ROUTES, type RouteArea } from "./routes";

/** Headings of the permission tree, in the order of the navigation. */
export const CODE_GROUPS = [
  "assistant",
  "personal",
  "knowledge",
  "evaluation",
  "apps",
  "console",
  "reports",
  "records",
  "open",
  "organisation",
  "system",
] as const;
export type CodeGroup = (typeof CODE_GROUPS)[number];

const GROUP_OF_AREA: Record<Exclude<RouteArea, "console">, CodeGroup> = {
  core: "personal",
  chat: "assistant",
  documents: "assistant",
  search: "assistant",
  drawing: "assistant",
  personal: "personal",
  knowledge: "knowledge",
  evaluation: "evaluation",
  "ai-table": "evaluation",
  apps: "apps",
};

const GROUP_OF_CONSOLE: readonly (readonly [prefix: string, group: CodeGroup])[] = [
  ["/system/report-v2", "reports"],
  ["/system/detail-manage", "records"],
  ["/system/open-manage", "open"],
  ["/system/user-manage", "organisation"],
  ["/system/log-manage", "organisation"],
  ["/system/system-manage", "system"],
  ["/system/gateway", "system"],
];

function groupOf(route: AppRoute): CodeGroup {
  if (route.area !== "console") return GROUP_OF_AREA[route.area];
  return GROUP_OF_CONSOLE.find(([prefix]) => route.path.startsWith(prefix))?.[1] ?? "console";
}

/** One code as the permission tree shows it. */
export interface CatalogueCode {
  code: PermissionCode;
  /** The code above it, which it implies; null at the top. */
  parent: PermissionCode | null;
  /** Screens it opens: title keys of `screens`. */
  screens: { key: string; ready: boolean }[];
}

export interface CatalogueGroup {
  group: CodeGroup;
  codes: CatalogueCode[];
}

/** The nearest code above another one. */
export function parentCode(code: PermissionCode): PermissionCode | null {
  const parts = code.split(":");
  for (let length = parts.length - 1; length > 0; length--) {
    const name = parts.slice(0, length).join(":");
    const above = PERMISSION_CODES.find((candidate) => candidate === name);
    if (above) return above;
  }
  return null;
}

/** Every code under its heading, with the screens it opens: read off the registries, nothing is listed twice. */
export function permissionCatalogue(): CatalogueGroup[] {
  const codes = PERMISSION_CODES.map((code) => {
    const routes = ROUTES.filter((route) => routeCodes(route).includes(code));
    // A code is at home where its own screens are; others may open them too.
    const home = routes.find((route) => routeCodes(route)[0] === code) ?? routes[0];
    // A path that only leads on to another screen is no screen of its own.
    const screens = routes.filter((route) => !route.redirect).map(({ key, ready }) => ({ key, ready: ready ?? false }));
    return { group: home ? groupOf(home) : ("personal" as const), entry: { code, parent: parentCode(code), screens } };
  });
  return CODE_GROUPS.map((group) => ({
    group,
    codes: codes.filter((code) => code.group === group).map(({ entry }) => entry),
  })).filter(({ codes: inGroup }) => inGroup.length > 0);
}
