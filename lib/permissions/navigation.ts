import type { PermissionCode } from "./codes";
import { type AppRoute, ROUTES } from "./routes";

/** Routes by how many segments their path has: a menu asks for the route of each of its entries. */
const patterns = Map.groupBy(
  ROUTES.map((route) => ({ route, segments: route.path.split("/").slice(1) })),
  ({ segments }) => segments.length,
);

/** The route of a path, literal segments before `{parameters}`; undefined when the registry does not know it. */
export function matchRoute(pathname: string): AppRoute | undefined {
  const trimmed = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const segments = trimmed.split("/").slice(1);
  let best: AppRoute | undefined;
  let bestScore = -1;
  for (const { route, segments: pattern } of patterns.get(segments.length) ?? []) {
    let score = 0;
    const fits = pattern.every((part, index) => {
      if (part.startsWith("{")) return segments[index] !== "";
      if (part !== segments[index]) return false;
      score += 1;
      return true;
    });
    if (fits && score > bestScore) {
      best = route;
      bestScore = score;
    }
  }
  return best;
}

/** Whether a person with these codes may open the route. Does not ask whether the screen exists. */
export function mayOpen(route: AppRoute, codes: readonly string[] | undefined): boolean {
  if (route.codes === "public") return true;
  if (!codes) return false;
  return route.codes === "signed-in" || route.codes.some((code) => codes.includes(code));
}

/** Order in which `/` and group paths look for the first screen a person may open. */
const LANDING_ORDER = [
  "/personal/chat",
  "/personal/search/search-main",
  "/personal/search/source-management",
  "/personal/document/document-analysis",
  "/personal/draft",
  "/knowledge-center/main",
  "/knowledge-center/management",
  "/knowledge-center/search",
  "/knowledge-center/knowledge-center-setting/kb-center-update/usage",
  "/apps/square",
  "/apps/workbench",
  "/apps/lab",
  "/evaluation/data-set",
  "/ai-table/ai-upload",
  "/user/info",
  "/system-preview",
];

const landing = [
  ...LANDING_ORDER.map((path) => ROUTES.find((route) => route.path === path)).filter((route) => route !== undefined),
  ...ROUTES.filter((route) => route.area === "console" && !route.path.includes("{")),
].filter((route) => route.ready && !route.redirect);

/** spec 2: `/` goes to the first child the person may open; undefined when there is none. `under` narrows to a group. */
export function firstPermitted(codes: readonly string[], under = "/"): string | undefined {
  const prefix = under === "/" ? "/" : `${under}/`;
  const inGroup = (route: AppRoute) =>
    route.path.startsWith(prefix) || (under === "/system" && route.path === "/system-preview");
  return landing.find((route) => inGroup(route) && mayOpen(route, codes))?.path;
}

/**
 * Where a group path leads for this person, or undefined when the route is a screen of its own: to the screen it names, or
 * where that is not theirs to open to the first one below it that is.
 */
export function redirectOf(route: AppRoute, codes: readonly string[]): string | undefined {
  if (!route.redirect) return undefined;
  const named = route.redirect === "first" ? undefined : matchRoute(route.redirect);
  return named && mayOpen(named, codes) ? route.redirect : (firstPermitted(codes, route.path) ?? named?.path);
}

/** The chain of routes above and including this one, outermost first. */
export function breadcrumb(route: AppRoute): AppRoute[] {
  const above = route.parent ? ROUTES.find((candidate) => candidate.path === route.parent) : undefined;
  return above ? [...breadcrumb(above), route] : [route];
}

/** Codes a route declares, for the sweep and for menus. */
export function routeCodes(route: AppRoute): readonly PermissionCode[] {
  return typeof route.codes === "string" ? [] : route.codes;
}
