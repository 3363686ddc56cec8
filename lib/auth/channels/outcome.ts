import "server-only";
import type { Queryable } from "@/db/client";
import { findUsableAccount, findUserByAccount, listRolesOf } from "@/db/queries/auth/identity";
import { listMappedDepartments } from "@/db/queries/auth/outside-people";
import { findBoundPerson } from "@/db/queries/login-channels/channels";
import { findDepartments, findRootDepartment } from "@/db/queries/organisation/departments";
import type { ChannelReason } from "@/lib/config/channel-kinds";
import { EMAIL_MAX, USER_NAME_MAX } from "@/lib/config/constants";
import { readPhone } from "@/lib/text/phone";
import { outsideAccount } from "../account";
import { pushedClaims } from "./pushed-claims";
import type { ChannelProvisioning } from "./schema";
import type { OpenChannel, OutsideIdentity } from "./types";

/** What signing in comes to for an identity: whom it is or would become, where, with which roles (spec A1). */
export interface Outcome {
  /** Null: an account would be made. */
  userId: string | null;
  account: string;
  name: string;
  email: string | null;
  phone: string | null;
  departmentId: string | null;
  roleIds: string[];
  /** Roles the rules take away. */
  removedRoleIds: string[];
  problem?: ChannelReason;
}

/** Whether a claim's values hold what a rule names; compared without case, as groups and addresses are. */
function matches(claims: Record<string, string[]>, rule: ChannelProvisioning["rules"][number]): boolean {
  const wanted = rule.value.toLowerCase();
  return (claims[rule.claim] ?? []).some((value) => value.toLowerCase() === wanted);
}

/**
 * What the rules say of somebody with these claims. Roles that stand in any rule belong to the rules: who matches none
 * for them loses them; all others are left as they are.
 */
export function ruled(rules: ChannelProvisioning["rules"], claims: Record<string, string[]>) {
  const fitting = rules.filter((rule) => matches(claims, rule));
  const roleIds = [...new Set(fitting.flatMap((rule) => rule.roleIds))];
  const managed = new Set(rules.flatMap((rule) => rule.roleIds));
  return {
    roleIds,
    takenRoleIds: [...managed].filter((id) => !roleIds.includes(id)),
    departmentId: fitting.find((rule) => rule.departmentId)?.departmentId ?? null,
  };
}

/** Texts of another side within our limits; what does not fit is left out, never an error. */
export function profileOf({
  account,
  name,
  email,
  phone,
}: Pick<OutsideIdentity, "account" | "name" | "email" | "phone">) {
  const plain = [
    ...name
      .normalize("NFC")
      .replace(/\p{Cc}/gu, " ")
      .trim(),
  ]
    .slice(0, USER_NAME_MAX)
    .join("");
  const address = email?.trim() ?? "";
  return {
    name: plain || account,
    email: address.length <= EMAIL_MAX && /^[^\s@]+@[^\s@]+$/.test(address) ? address : null,
    phone: phone ? readPhone(phone) : null,
  };
}

/** Reads only. Nobody is found by name or e-mail: the key is issuer and subject (SECURITY rule 9). */
export async function outcomeOf(db: Queryable, channel: OpenChannel, identity: OutsideIdentity): Promise<Outcome> {
  const { provisioning } = channel;
  const bound = await findBoundPerson(db, identity.issuer, identity.subject);
  const pushed = bound?.type === "scim" ? await pushedClaims(db, channel.id, bound.userId) : null;
  const profile = bound && pushed ? bound : profileOf(identity);
  const { roleIds, takenRoleIds, departmentId } = ruled(provisioning.rules, pushed ?? identity.claims);
  if (bound) {
    const held = (await listRolesOf(db, bound.userId)).map((role) => role.id);
    // A local account that was linked stays what it is: another way in decides nothing about it.
    const isKept = !provisioning.updateOnLogin || bound.type === "local";
    return {
      userId: bound.userId,
      account: bound.account,
      name: isKept ? bound.name : profile.name,
      email: isKept ? bound.email : (profile.email ?? bound.email),
      phone: isKept ? bound.phone : (profile.phone ?? bound.phone),
      departmentId: isKept ? bound.departmentId : ((await openOne(db, departmentId)) ?? bound.departmentId),
      roleIds: isKept ? held : [...new Set([...held.filter((id) => !takenRoleIds.includes(id)), ...roleIds])],
      removedRoleIds: isKept ? [] : held.filter((id) => takenRoleIds.includes(id)),
      problem: (await findUsableAccount(db, bound.userId)) === null ? "disabled" : undefined,
    };
  }
  const account = outsideAccount(identity.account);
  const mapped = await listMappedDepartments(db, channel.id, identity.departmentIds ?? []);
  const place =
    (await openOne(db, departmentId)) ??
    (await openOne(db, mapped[0]?.departmentId ?? null)) ??
    (await openOne(db, provisioning.departmentId)) ??
    (await findRootDepartment(db))?.id ??
    null;
  const problem = (): ChannelReason | undefined => {
    if (!account) return "claims";
    return provisioning.autoCreate ? undefined : "noAccount";
  };
  const isTaken = account !== null && (await findUserByAccount(db, account)) !== null;
  return {
    userId: null,
    account: account ?? identity.account.slice(0, 64),
    ...profile,
    departmentId: place,
    roleIds: [...new Set([...provisioning.roleIds, ...roleIds])],
    removedRoleIds: [],
    problem: problem() ?? (isTaken ? "accountTaken" : undefined),
  };
}

/** A department that is still there. */
async function openOne(db: Queryable, id: string | null): Promise<string | null> {
  if (!id) return null;
  return (await findDepartments(db, [id]))[0]?.id ?? null;
}
