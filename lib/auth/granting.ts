import "server-only";
import { AppError } from "@/lib/http/errors";
import type { Locale } from "@/lib/i18n/locales";
import { codeNames } from "@/lib/i18n/translate";
import { isLinkCode, isPermissionCode, withParents } from "@/lib/permissions/codes";
import type { Actor } from "./actor";
import { ADMINISTRATOR } from "./session";

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

/**
 * Whether the actor may give people this role: the administrator role only as an administrator, any other one only when
 * they hold all it grants. Throws administratorsOnly, codesNotHeld.
 */
export async function assertMayGive(
  actor: Actor,
  role: { key: string | null; permissions: readonly string[] },
  locale: Locale,
): Promise<void> {
  if (actor.isAdministrator) return;
  if (role.key === ADMINISTRATOR) throw new AppError("administratorsOnly");
  await assertMayGrant(actor, role.permissions, locale);
}

/** spec 6: only administrators can remove a user's role. Throws removeRolesAdministratorsOnly. */
export function assertMayTakeRoles(actor: Actor): void {
  if (!actor.isAdministrator) throw new AppError("removeRolesAdministratorsOnly");
}

/** Whether the actor holds everything a role gives: whoever decides how its people come in could come in as them. */
export function holdsAllOf(actor: Actor, role: { key: string | null; permissions: readonly string[] }): boolean {
  if (actor.isAdministrator) return true;
  if (role.key === ADMINISTRATOR) return false;
  const { permissions } = role;
  return (
    withParents([...permissions]).every((code) => actor.permissions.includes(code)) &&
    permissions.every((code) => !isLinkCode(code) || actor.linkCodes.includes(code))
  );
}
