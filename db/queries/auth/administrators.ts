import { and, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { activationCodes } from "../../schema/auth";
import { departments, users } from "../../schema/organisation";
import { roles, userRoles } from "../../schema/roles";
import { departmentIsOpen } from "../organisation/departments";

const ADMINISTRATORS_LOCK = 7_205_759_405;

/** Whoever changes who is an administrator waits here for the others, until the end of the transaction. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`);
}

/**
 * Whether somebody who may sign in by themselves holds the administrator role: a local account with a password or a
 * one-time code that still works, so that an outside directory that is away locks nobody out (spec A2).
 */
export async function someAdministratorComesIn(db: Queryable): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .innerJoin(users, eq(users.id, userRoles.userId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .leftJoin(activationCodes, and(eq(activationCodes.userId, users.id), gt(activationCodes.expiresAt, sql`now()`)))
    .where(
      and(
        eq(roles.key, "administrator"),
        eq(users.type, "local"),
        eq(users.status, "enabled"),
        isNull(users.anonymizedAt),
        or(isNotNull(users.passwordHash), isNotNull(activationCodes.userId)),
        departmentIsOpen,
      ),
    )
    .limit(1);
  return rows.length > 0;
}
