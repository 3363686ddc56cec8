import "server-only";
import { db } from "@/db/client";
import { listLinks } from "@/db/queries/menus/menus";
import { listRoleRights } from "@/db/queries/roles/roles";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { P } from "@/lib/permissions/codes";
import { matchRoute, redirectOf, routeCodes } from "@/lib/permissions/navigation";
import { type AppRoute, ROUTES } from "@/lib/permissions/routes";
import type { ScreenReason } from "../dto";
import { codesOf } from "./roles";

/** Roles named for one screen at most; the count says how many there are. */
const GIVING_MAX = 5;

interface Giving {
  id: string;
  name: string;
  nameEn: string | null;
  codes: ReadonlySet<string>;
}

/** Every screen of the product one has to be signed in for, and why somebody with these roles does or does not open it. */
export async function explainScreens(held: readonly Giving[]): Promise<ScreenReason[]> {
  const all = await everyRole();
  return ROUTES.filter(({ codes, path }) => codes !== "public" && path !== "/").map((route) =>
    reason(route, held, all),
  );
}

/**
 * Why an address answered like an unknown one, for whoever may see roles: nobody else is told which of the causes it was.
 * Null for them. `unknown`: no screen has this address.
 */
export async function explainMissing(actor: Actor, path: string): Promise<ScreenReason | "unknown" | null> {
  if (!hasPermission(actor, P.ORG_USER, P.ORG_ROLE)) return null;
  const route = matchRoute(path);
  if (!route || route.codes === "public") return "unknown";
  const all = await everyRole();
  return reason(
    route,
    all.filter(({ id }) => actor.roleIds.includes(id)),
    all,
  );
}

async function everyRole(): Promise<Giving[]> {
  const [roles, links] = await Promise.all([listRoleRights(db()), listLinks(db())]);
  const linkCodes = links.map(({ code }) => code);
  return roles.map((role) => ({ ...role, codes: new Set(codesOf(role, linkCodes)) }));
}

function reason(route: AppRoute, held: readonly Giving[], all: readonly Giving[]): ScreenReason {
  const codes = routeCodes(route);
  const gives = (role: Giving) => codes.some((code) => role.codes.has(code));
  const permissions = held.flatMap((role) => [...role.codes]);
  const isHeld = codes.length === 0 || held.some(gives);
  // A group opens only where there is a screen below it for this person.
  const leads = !route.redirect || redirectOf(route, permissions) !== undefined;
  const state = !route.ready ? "notBuilt" : isHeld && leads ? "held" : "missing";
  const giving = state === "notBuilt" ? [] : (state === "held" ? held : all).filter(gives);
  return {
    path: route.path,
    key: route.key,
    state,
    codes: [...codes],
    roles: giving.slice(0, GIVING_MAX).map(({ id, name, nameEn }) => ({ id, name, nameEn })),
    roleCount: giving.length,
  };
}
