import "server-only";
import { db } from "@/db/client";
import { listRolesOf } from "@/db/queries/auth/identity";
import { listLinkCodes, listLinks, listMenus } from "@/db/queries/menus/menus";
import { findPersonState, findRole } from "@/db/queries/roles/roles";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { ADMINISTRATOR, highestLimit } from "@/lib/auth/session";
import { AppError } from "@/lib/errors/errors";
import { currentLicence } from "@/lib/licence/load";
import { isLinkCode, P, PERMISSION_CODES, withParents } from "@/lib/permissions/codes";
import { buildMenus, isConsoleGroup } from "@/lib/permissions/menu-tree";
import { firstPermitted, matchRoute, mayOpen } from "@/lib/permissions/navigation";
import { ROUTES } from "@/lib/permissions/routes";
import { OBSTACLES, type PersonPermissions, type RolePreview } from "../dto";
import { codesOf } from "./roles";
import { explainScreens } from "./screens";

/** What somebody with this role alone sees. Throws notFound. */
export async function previewRole(actor: Actor, id: string): Promise<RolePreview> {
  requirePermission(actor, P.ORG_ROLE, P.ORG_USER, P.ORG_MENU);
  const [role, rows, links] = await Promise.all([findRole(db(), id), listMenus(db()), listLinkCodes(db())]);
  if (!role) throw new AppError("notFound");
  const codes = codesOf(role, links);
  const permissions = withParents(codes);
  const groups = buildMenus(rows, { permissions, linkCodes: codes.filter(isLinkCode) });
  const landing = firstPermitted(permissions);
  const at = landing ? matchRoute(landing) : undefined;
  return {
    codes: permissions,
    workspace: groups.filter((group) => !isConsoleGroup(group)),
    console: groups.filter(isConsoleGroup),
    landing: at ? { path: at.path, key: at.key } : null,
    screens: ROUTES.filter(
      (route) => route.ready && !route.redirect && route.codes !== "public" && mayOpen(route, permissions),
    ).map(({ path, key, area }) => ({ path, key, area })),
  };
}

/** For each screen whether a person opens it and why, for each code they hold the roles that give it, and which of them decides each limit. Throws notFound. */
export async function explainPerson(actor: Actor, userId: string): Promise<PersonPermissions> {
  requirePermission(actor, P.ORG_USER, P.ORG_ROLE);
  const [found, held, links, licence] = await Promise.all([
    findPersonState(db(), userId),
    listRolesOf(db(), userId),
    listLinks(db()),
    currentLicence(),
  ]);
  if (!found) throw new AppError("notFound");
  const { status, departmentIsOpen, ...person } = found;
  const linkCodes = links.map(({ code }) => code);
  const roles = held.map((role) => ({ ...role, codes: new Set(codesOf(role, linkCodes)) }));
  const giving = (code: string) => roles.filter(({ codes }) => codes.has(code)).map(nameOf);
  const limit = (field: "dailyTokenLimit" | "dailyImageLimit") => {
    const value = highestLimit(roles.map((role) => role[field]));
    return { value, roles: roles.filter((role) => role[field] === value).map(nameOf) };
  };
  return {
    person,
    isAdministrator: roles.some(({ key }) => key === ADMINISTRATOR),
    obstacles: OBSTACLES.filter(
      (name) =>
        ({ disabled: status === "disabled", departmentDisabled: !departmentIsOpen, licence: licence.readOnly })[name],
    ),
    screens: await explainScreens(roles),
    roles: roles.map(nameOf),
    codes: PERMISSION_CODES.map((code) => ({ code, roles: giving(code) })).filter((entry) => entry.roles.length > 0),
    links: links
      .map(({ code, nameZh, nameEn }) => ({ code, nameZh, nameEn, roles: giving(code) }))
      .filter((entry) => entry.roles.length > 0),
    limits: { tokens: limit("dailyTokenLimit"), images: limit("dailyImageLimit") },
  };
}

const nameOf = ({ id, name, nameEn }: { id: string; name: string; nameEn: string | null }) => ({ id, name, nameEn });
