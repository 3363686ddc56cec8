import "server-only";
import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { insertOperation } from "@/db/queries/audit/operations";
import { findUserByAccount, listRolesOf, lockUser } from "@/db/queries/auth/identity";
import { findIdentity } from "@/db/queries/auth/login";
import { insertBinding, listOwnBindings } from "@/db/queries/login-channels/channels";
import type { RequestMeta } from "@/lib/auth/actor";
import { ADMINISTRATOR } from "@/lib/auth/session";
import { withParents } from "@/lib/permissions/codes";

interface Identity {
  issuer: string;
  subject: string;
}

/**
 * The one place where a name links an account, for the issuer of the environment at a person's first sign-in: a
 * single-sign-on account that nothing is linked to yet, spelled as it is stored. A local account is never taken over by its
 * name, and neither is one that holds anything of the console: those are linked by a person. Null when there is none.
 */
export function linkByName({ issuer, subject }: Identity, request: RequestMeta): Promise<string | null> {
  return db().transaction(async (tx) => {
    // Two first sign-ins of one identity at once link it once.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 7))`);
    const linked = await findIdentity(tx, issuer, subject);
    if (linked) return linked;
    const found = await findUserByAccount(tx, subject);
    if (!found) return null;
    // Nobody binds the account or gives it a role until this has been decided.
    await lockUser(tx, found.id);
    const user = await findUserByAccount(tx, subject);
    if (user?.type !== "sso" || user.status !== "enabled" || !user.departmentOpen) return null;
    const held = await listRolesOf(tx, user.id);
    const isOfConsole = held.some(
      ({ key, permissions }) => key === ADMINISTRATOR || withParents(permissions).includes("SYSTEM"),
    );
    if (isOfConsole || (await listOwnBindings(tx, user.id)).length > 0) return null;
    if (!(await insertBinding(tx, { issuer, subject, userId: user.id, label: user.account }))) return null;
    await insertOperation(tx, {
      actorId: user.id,
      actorAccount: user.account,
      action: "auth.link",
      targetType: "user",
      targetId: user.id,
      targetName: user.account,
      result: "success",
      after: { issuer, label: user.account },
      address: request.address,
      userAgent: request.userAgent.slice(0, 400),
      requestId: request.requestId,
    });
    return user.id;
  });
}
