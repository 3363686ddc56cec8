import "server-only";
import { db } from "@/db/client";
import { findDepartment, listDepartments } from "@/db/queries/organisation/departments";
import { findPolicy, listPolicies, removePolicy, savePolicy } from "@/db/queries/records/policies";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { assertDepartmentsNotStronger } from "@/lib/auth/stronger";
import { DEFAULT_POLICY, type RecordPolicy } from "@/lib/conversation/records-policy";
import { assertCurrent } from "@/lib/editing/current";
import { revisionOf } from "@/lib/editing/revision";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { PoliciesDto, PolicyRowDto } from "../dto";
import type { PolicyBody } from "../schema";

type Row = Awaited<ReturnType<typeof listPolicies>>[number];
const policyOf = ({ retentionDays, mayDelete, adminAccess }: Row): RecordPolicy => ({
  retentionDays,
  mayDelete,
  adminAccess,
});

/** Every department with the policy that holds for it, parents before their children. */
export async function listPolicyRows(actor: Actor): Promise<PoliciesDto> {
  requirePermission(actor, P.CHAT_RECORD, P.ORG_DEPT);
  const [departments, rows] = await Promise.all([listDepartments(db()), listPolicies(db())]);
  const own = new Map(rows.map((row) => [row.departmentId, policyOf(row)]));
  const children = Map.groupBy(departments, ({ parentId }) => parentId ?? "");
  const items: PolicyRowDto[] = [];
  const add = (parentId: string, depth: number, above: Pick<PolicyRowDto, "policy" | "fromName">) => {
    for (const { id, name } of children.get(parentId) ?? []) {
      const set = own.get(id);
      const held = set ? { policy: set, fromName: name } : above;
      items.push({ departmentId: id, name, depth, isOwn: set !== undefined, ...held, revision: revisionOf(set ?? {}) });
      add(id, depth + 1, held);
    }
  };
  add("", 0, { policy: DEFAULT_POLICY, fromName: null });
  return { items, canEdit: hasPermission(actor, P.ORG_DEPT) };
}

/**
 * Sets what holds for a department and those below it. Whoever reads records does not open them to themselves: it takes
 * the right to departments. It opens and deletes what people wrote, so nobody does it to people who hold more. Throws
 * notFound, strongerDepartment, staleRecord.
 */
export async function setPolicy(
  actor: Actor,
  departmentId: string,
  { revision, ...policy }: PolicyBody,
): Promise<void> {
  requirePermission(actor, P.ORG_DEPT);
  await db().transaction(async (tx) => {
    // Without a policy of its own it has nothing that could be overwritten.
    const read = async () => {
      const row = await findPolicy(tx, departmentId);
      return row ? policyOf(row) : {};
    };
    await assertCurrent(tx, actor, { type: "department", id: departmentId, given: revision, read });
    const department = orNotFound(await findDepartment(tx, departmentId));
    await assertDepartmentsNotStronger(tx, actor, [department.path]);
    const before = await findPolicy(tx, departmentId);
    await savePolicy(tx, { departmentId, ...policy });
    await recordAuditEvent(tx, actor, {
      action: "record.policy.change",
      target: { type: "department", id: departmentId, name: department.name },
      before: before && policyOf(before),
      after: policy,
    });
  });
}

/** A department takes the policy from above again. Throws notFound, strongerDepartment. */
export async function dropPolicy(actor: Actor, departmentId: string): Promise<void> {
  requirePermission(actor, P.ORG_DEPT);
  await db().transaction(async (tx) => {
    const department = await findDepartment(tx, departmentId);
    const before = department && (await findPolicy(tx, departmentId));
    if (!department || !before) throw new AppError("notFound");
    await assertDepartmentsNotStronger(tx, actor, [department.path]);
    await removePolicy(tx, departmentId);
    await recordAuditEvent(tx, actor, {
      action: "record.policy.remove",
      target: { type: "department", id: departmentId, name: department.name },
      before: policyOf(before),
      after: null,
    });
  });
}
