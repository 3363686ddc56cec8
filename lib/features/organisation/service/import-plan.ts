import "server-only";
import { db } from "@/db/client";
import { listDepartments } from "@/db/queries/organisation/departments";
import { findPeopleByAccount } from "@/db/queries/organisation/import-changes";
import type { findWholeImport } from "@/db/queries/organisation/imports";
import { listRoleChoices, listRolesBelow, listRolesOfPeople } from "@/db/queries/organisation/people";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { holdsAllOf, strongerThan } from "@/lib/auth/stronger";
import { AppError } from "@/lib/errors/errors";
import { storedText } from "@/lib/files/table-export";
import { P } from "@/lib/permissions/codes";
import { type ImportKind, type ImportTable, type TableRow, tableRows } from "../import/columns";
import type { ImportSummary } from "../import/dto";
import { type DepartmentPlan, planDepartments } from "../import/plan-departments";
import { accountsOf, type ExistingPerson, planUsers, type UserPlan } from "../import/plan-users";
import { RowErrors } from "../import/reasons";
import { Tree } from "../import/tree";

export const IMPORT_CODES: Record<ImportKind, typeof P.ORG_USER | typeof P.ORG_DEPT> = {
  users: P.ORG_USER,
  departments: P.ORG_DEPT,
};

/** New people whose row names no role get this one. */
const DEFAULT_ROLE = "staff";
/** People looked up at once: no statement holds the embedded database for long. */
const CHUNK = 1000;

export interface ImportOptions {
  updateExisting: boolean;
  createDepartments: boolean;
  ignored: string[];
}

export const NOTHING_WRITTEN: ImportSummary = { created: 0, changed: 0, unchanged: 0, refused: 0, departments: 0 };

export type WholeImport = NonNullable<Awaited<ReturnType<typeof findWholeImport>>>;
export type Plan = { kind: "users"; plan: UserPlan } | { kind: "departments"; plan: DepartmentPlan };

export const optionsOf = (run: Pick<WholeImport, "options">) => run.options as unknown as ImportOptions;

interface Planning {
  /** Rows of people before this one are done. */
  from?: number;
  /** Hears how many rows were looked at. */
  onRows?: (done: number) => void;
}

/** What an import would do, with the rights its owner has now. */
export async function makePlan(actor: Actor, run: WholeImport, { from = 0, onRows }: Planning = {}): Promise<Plan> {
  const { updateExisting, createDepartments } = optionsOf(run);
  if (createDepartments && !hasPermission(actor, P.ORG_DEPT)) throw new AppError("noPermission");
  if (!run.rows) throw new AppError("importExpired");
  const rows = tableRows(run.rows as ImportTable, storedText).slice(from);
  const tree = new Tree(await listDepartments(db()));
  if (run.kind === "departments") {
    const plan = planDepartments(rows, { updateExisting, createDepartments, tree, ownPath: actor.departmentPath });
    return { kind: "departments", plan: await withoutStronger(actor, plan) };
  }
  const [choices, existing] = [await listRoleChoices(db()), await findExisting(actor, rows, onRows)];
  const plan = await planUsers(rows, {
    actor,
    updateExisting,
    createDepartments,
    tree,
    roles: choices.map((role) => ({ ...role, isGrantable: holdsAllOf(actor, role) })),
    defaultRoleId: choices.find(({ key }) => key === DEFAULT_ROLE)?.id ?? null,
    existing,
  });
  return { kind: "users", plan };
}

/** Departments with people who hold more than the importing person are neither closed nor opened by their file. */
async function withoutStronger(actor: Actor, plan: DepartmentPlan): Promise<DepartmentPlan> {
  const refused = new RowErrors();
  for (const { row, node, status } of actor.isAdministrator ? [] : plan.changes) {
    if (status === node.status) continue;
    const held = await listRolesBelow(db(), [node.path]);
    if (strongerThan(actor, held)) refused.add(row, "status", "strongerDepartment", node.name);
  }
  return {
    ...plan,
    changes: plan.changes.filter(({ row }) => !refused.rows.has(row)),
    errors: [...plan.errors, ...refused.list].sort((a, b) => a.row - b.row),
    refusedRows: plan.refusedRows + refused.rows.size,
  };
}

async function findExisting(actor: Actor, rows: readonly TableRow[], onRows: Planning["onRows"]) {
  const existing = new Map<string, ExistingPerson>();
  const accounts = accountsOf(rows);
  for (let at = 0; at < accounts.length; at += CHUNK) {
    const people = await findPeopleByAccount(db(), accounts.slice(at, at + CHUNK));
    const held = Map.groupBy(
      await listRolesOfPeople(
        db(),
        people.map(({ id }) => id),
      ),
      ({ userId }) => userId,
    );
    for (const { anonymizedAt, ...person } of people) {
      const roles = held.get(person.id) ?? [];
      existing.set(person.account, {
        ...person,
        roleIds: new Set(roles.map(({ id }) => id)),
        stronger: strongerThan(actor, roles),
        isGone: anonymizedAt !== null,
      });
    }
    onRows?.(Math.min(rows.length, at + CHUNK));
  }
  return existing;
}

/** The plan in figures: what a person confirms, and what must still be so when it is carried out. */
export function summaryOf({ kind, plan }: Plan): ImportSummary {
  return {
    created: plan.creates.length,
    changed: plan.changes.length,
    unchanged: plan.unchanged,
    refused: plan.refusedRows,
    departments: kind === "users" ? plan.departments.length : 0,
  };
}

/** A part of a plan, and of how many rows it is. */
export type UserLot = UserPlan & { rows: number };

/** The plan of these rows in lots of so many, each with the new departments that its people are the first to need. */
export function lotsOf(plan: UserPlan, rows: readonly number[], size: number): UserLot[] {
  const pathOf = new Map(plan.departments.map(({ id, path }) => [id, path]));
  const lots: UserLot[] = [];
  let missing = plan.departments;
  for (let at = 0; at < rows.length; at += size) {
    const own = new Set(rows.slice(at, at + size));
    const creates = plan.creates.filter(({ row }) => own.has(row));
    const changes = plan.changes.filter(({ row }) => own.has(row));
    const used = new Set(
      [...creates, ...changes].flatMap((row) => pathOf.get(row.departmentId ?? "")?.split("/") ?? []),
    );
    const departments = missing.filter(({ id }) => used.has(id));
    missing = missing.filter(({ id }) => !used.has(id));
    const unchanged = own.size - creates.length - changes.length;
    lots.push({ creates, changes, unchanged, departments, errors: [], refusedRows: 0, rows: own.size });
  }
  return lots;
}

/** Seats a plan of people takes. */
export function seatsOf(plan: Pick<UserPlan, "creates" | "changes">): number {
  const enabled = plan.creates.filter(({ status }) => status === "enabled").length;
  return (
    enabled + plan.changes.filter(({ status, before }) => status === "enabled" && before.status === "disabled").length
  );
}
