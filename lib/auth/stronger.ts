import "server-only";
import type { Queryable } from "@/db/client";
import { listRolesBelow, listRolesOfPeople } from "@/db/queries/organisation/people";
import { AppError, type ErrorKey } from "@/lib/errors/errors";
import { isLinkCode, withParents } from "@/lib/permissions/codes";
import type { Actor } from "./actor";
import { ADMINISTRATOR } from "./session";

/*
 * Nobody changes what holds more than they do (SECURITY rule 33). A role holds codes with their parents, link codes,
 * daily limits, and everything when it is the administrator's; a person holds what their roles do, a department what its
 * people and those below it do, a login channel what the people it lets in do and the roles it gives. Of several roles the
 * highest limit wins, so one role that holds more is enough for whoever has it. Every door that changes, hands on,
 * disables or signs out asks here.
 */

export interface HeldRole {
  key: string | null;
  permissions: readonly string[];
  /** Null is unlimited. */
  dailyTokenLimit: number | null;
  dailyImageLimit: number | null;
}

export type Limits = Pick<HeldRole, "dailyTokenLimit" | "dailyImageLimit">;

const isHigher = (limit: number | null, own: number | null) => own !== null && (limit === null || limit > own);

/** Codes among these, with their parents, that somebody lacks. */
export function lackingCodes(
  actor: Pick<Actor, "permissions" | "linkCodes">,
  permissions: readonly string[],
): string[] {
  return [
    ...withParents(permissions).filter((code) => !actor.permissions.includes(code)),
    ...permissions.filter((code) => isLinkCode(code) && !actor.linkCodes.includes(code)),
  ];
}

/** Whether one of these daily limits is above the actor's own. */
export function exceedsLimits(actor: Actor, limits: Partial<Limits>): boolean {
  if (actor.isAdministrator) return false;
  return (["dailyTokenLimit", "dailyImageLimit"] as const).some((name) => {
    const limit = limits[name];
    return limit !== undefined && isHigher(limit, actor[name]);
  });
}

/** Whether the actor holds everything a role gives. */
export function holdsAllOf(actor: Actor, role: HeldRole): boolean {
  if (actor.isAdministrator) return true;
  if (role.key === ADMINISTRATOR) return false;
  return lackingCodes(actor, role.permissions).length === 0 && !exceedsLimits(actor, role);
}

/** Why the actor may not change somebody with these roles; null when they may. */
export function strongerThan(
  actor: Actor,
  held: readonly HeldRole[],
): Extract<ErrorKey, "administratorTarget" | "strongerTarget"> | null {
  if (actor.isAdministrator) return null;
  if (held.some(({ key }) => key === ADMINISTRATOR)) return "administratorTarget";
  return held.every((role) => holdsAllOf(actor, role)) ? null : "strongerTarget";
}

/** Throws administratorTarget, strongerTarget. */
export function assertNotStronger(actor: Actor, held: readonly HeldRole[]): void {
  const reason = strongerThan(actor, held);
  if (reason) throw new AppError(reason);
}

/** Nobody of these people holds more than the actor. Throws administratorTarget, strongerTarget. */
export async function assertPeopleNotStronger(db: Queryable, actor: Actor, ids: readonly string[]): Promise<void> {
  if (actor.isAdministrator) return;
  assertNotStronger(actor, await listRolesOfPeople(db, ids));
}

/** Nobody in these departments or below them holds more than the actor. Throws strongerDepartment. */
export async function assertDepartmentsNotStronger(
  db: Queryable,
  actor: Actor,
  paths: readonly string[],
): Promise<void> {
  if (actor.isAdministrator || paths.length === 0) return;
  if (strongerThan(actor, await listRolesBelow(db, paths))) throw new AppError("strongerDepartment");
}

/** A role that gives more than the actor holds is not theirs to change. Throws strongerRole. */
export function assertRoleNotStronger(actor: Actor, role: HeldRole): void {
  if (!holdsAllOf(actor, role)) throw new AppError("strongerRole");
}
