import "server-only";
import { AppError } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { codeNames } from "@/lib/i18n/translate";
import { isLinkCode, isPermissionCode } from "@/lib/permissions/codes";
import type { Actor } from "./actor";
import { ADMINISTRATOR } from "./session";
import { exceedsLimits, type HeldRole, type Limits } from "./stronger";

/** Nobody grants a code they lack (ARCHITECTURE 9). Throws codesNotHeld with the names. */
export async function assertMayGrant(actor: Actor, codes: readonly string[], locale: Locale): Promise<void> {
  const lacking = codes.filter((code) => {
    if (isLinkCode(code)) return !actor.linkCodes.includes(code);
    // What no build knows opens nothing.
    return isPermissionCode(code) && !actor.permissions.includes(code);
  });
  if (lacking.length === 0) return;
  throw new AppError("codesNotHeld", {
    args: { names: (await codeNames(locale, lacking)).join(locale === "zh_CN" ? "、" : ", ") },
    data: { codes: lacking },
  });
}

/** Nobody sets a daily limit above their own. Throws limitsNotHeld. */
export function assertMayLimit(actor: Actor, limits: Partial<Limits>): void {
  if (exceedsLimits(actor, limits)) throw new AppError("limitsNotHeld");
}

/**
 * Whether the actor may give people this role: the administrator role only as an administrator, any other one only when
 * they hold all it grants. Throws administratorsOnly, codesNotHeld, limitsNotHeld.
 */
export async function assertMayGive(actor: Actor, role: HeldRole, locale: Locale): Promise<void> {
  if (actor.isAdministrator) return;
  if (role.key === ADMINISTRATOR) throw new AppError("administratorsOnly");
  await assertMayGrant(actor, role.permissions, locale);
  assertMayLimit(actor, role);
}

/** spec 6: only administrators can remove a user's role. Throws removeRolesAdministratorsOnly. */
export function assertMayTakeRoles(actor: Actor): void {
  if (!actor.isAdministrator) throw new AppError("removeRolesAdministratorsOnly");
}
