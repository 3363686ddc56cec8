import "server-only";
import type { Queryable } from "@/db/client";
import { findPolicyFor } from "@/db/queries/records/policies";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";

/** What holds for the conversations of a department's people (spec B8). */
export interface RecordPolicy {
  /** Days after the last message; null keeps them. */
  retentionDays: number | null;
  mayDelete: boolean;
  adminAccess: "content" | "metadata";
}

/** Where nobody set anything: kept, theirs to delete, closed to administrators. */
export const DEFAULT_POLICY: RecordPolicy = { retentionDays: null, mayDelete: true, adminAccess: "metadata" };

/** The policy of a department: its own, or the nearest one above it. */
export async function policyFor(db: Queryable, departmentPath: string): Promise<RecordPolicy> {
  const found = await findPolicyFor(db, departmentPath);
  if (!found) return DEFAULT_POLICY;
  const { retentionDays, mayDelete, adminAccess } = found;
  return { retentionDays, mayDelete, adminAccess };
}

/** Every door that deletes conversations asks here first. Throws conversationsKept. */
export async function assertMayDeleteConversations(db: Queryable, actor: Pick<Actor, "departmentPath">): Promise<void> {
  if (!(await policyFor(db, actor.departmentPath)).mayDelete) throw new AppError("conversationsKept");
}
