import "server-only";
import { setImmediate } from "node:timers/promises";
import type { Status, UserType } from "../dto";
import { ROLES_MAX } from "../schema";
import type { TableRow } from "./columns";
import { readAccount, readDepartmentName, readEmail, readName, readPhoneCell, readStatus } from "./fields";
import { type RowError, RowErrors } from "./reasons";
import type { Tree, TreeNode } from "./tree";

export interface ExistingPerson {
  id: string;
  account: string;
  name: string;
  type: UserType;
  status: Status;
  departmentId: string | null;
  phone: string | null;
  email: string | null;
  roleIds: ReadonlySet<string>;
  /** Why the importing person may not change them: they hold more. */
  stronger: "administratorTarget" | "strongerTarget" | null;
  /** Left, and only the account's name is still there. */
  isGone: boolean;
}

export interface ImportRole {
  id: string;
  name: string;
  nameEn: string | null;
  /** The importing person may give it. */
  isGrantable: boolean;
}

export interface UserContext {
  actor: { id: string };
  updateExisting: boolean;
  createDepartments: boolean;
  tree: Tree;
  roles: readonly ImportRole[];
  /** Given to new people for whom the file names none. */
  defaultRoleId: string | null;
  /** People who have one of the file's accounts. */
  existing: ReadonlyMap<string, ExistingPerson>;
}

export interface NewPerson {
  row: number;
  account: string;
  name: string;
  departmentId: string;
  phone: string | null;
  email: string | null;
  status: Status;
  roleIds: string[];
}

/** A person as they will be, beside what they were when the file was checked. */
export interface ChangedPerson extends Omit<NewPerson, "account" | "departmentId"> {
  departmentId: string | null;
  before: ExistingPerson;
}

export interface UserPlan {
  creates: NewPerson[];
  changes: ChangedPerson[];
  unchanged: number;
  departments: TreeNode[];
  errors: RowError[];
  refusedRows: number;
}

/** Accounts of the rows as they are stored, for the look-up of who is there. */
export function accountsOf(rows: readonly TableRow[]): string[] {
  const quiet = new RowErrors();
  const accounts = rows.map(({ row, cells }) => readAccount(row, "account", cells.account ?? "", quiet));
  return [...new Set(accounts.filter((account) => account !== undefined))];
}

/** Rows looked at before others have their turn in this process. */
const ROWS_A_TURN = 200;

/** What an import of people would do, row by row. */
export async function planUsers(rows: readonly TableRow[], context: UserContext): Promise<UserPlan> {
  const errors = new RowErrors();
  const seen = new Map<string, number>();
  const plan: UserPlan = {
    creates: [],
    changes: [],
    unchanged: 0,
    departments: context.tree.added,
    errors: errors.list,
    refusedRows: 0,
  };
  for (const [index, { row, cells }] of rows.entries()) {
    if (index % ROWS_A_TURN === 0) await setImmediate();
    const cell = (column: keyof TableRow["cells"]) => cells[column] ?? "";
    const account = readAccount(row, "account", cell("account"), errors);
    const name = readName(row, "name", cell("name"), errors);
    const department = readDepartment(row, cell("department"), context, errors);
    const phone = readPhoneCell(row, "phone", cell("phone"), errors);
    const email = readEmail(row, "email", cell("email"), errors);
    const status = readStatus(row, "status", cell("status"), errors);
    const roleIds = readRoles(row, cell("roles"), context, errors);
    if (account !== undefined) {
      const first = seen.get(account);
      if (first !== undefined) errors.add(row, "account", "duplicate", account);
      else seen.set(account, row);
    }
    const existing = account === undefined ? undefined : context.existing.get(account);
    if (existing) assertMayUpdate(row, existing, status ?? null, context, errors);
    if (errors.rows.has(row)) continue;
    const values = { row, name: name!, phone: phone ?? null, email: email ?? null };
    if (existing) {
      const changed = changeOf(existing, { ...values, status: status ?? null, roleIds, department: department! });
      if (changed) plan.changes.push(changed);
      else plan.unchanged += 1;
      continue;
    }
    const given = roleIds.length === 0 && context.defaultRoleId ? [context.defaultRoleId] : roleIds;
    if (given !== roleIds) assertGrantable(row, given, context, errors);
    if (errors.rows.has(row)) continue;
    plan.creates.push({
      ...values,
      account: account!,
      departmentId: department!.id,
      status: status ?? "enabled",
      roleIds: given,
    });
  }
  plan.refusedRows = errors.rows.size;
  return plan;
}

function assertMayUpdate(
  row: number,
  existing: ExistingPerson,
  status: Status | null,
  { actor, updateExisting }: UserContext,
  errors: RowErrors,
): void {
  if (existing.isGone) errors.add(row, "account", "accountGone", existing.account);
  else if (!updateExisting) errors.add(row, "account", "exists", existing.account);
  else if (existing.stronger === "administratorTarget") errors.add(row, "account", "administrator", existing.account);
  else if (existing.stronger) errors.add(row, "account", "stronger", existing.account);
  else if (existing.id === actor.id && status === "disabled") errors.add(row, "status", "ownAccount", existing.account);
}

/** Null when nothing would be other than it is. An empty cell leaves what is there; roles are added, never taken. */
function changeOf(
  before: ExistingPerson,
  said: Pick<NewPerson, "row" | "name" | "phone" | "email" | "roleIds"> & {
    status: Status | null;
    department: TreeNode;
  },
): ChangedPerson | null {
  const roleIds = said.roleIds.filter((id) => !before.roleIds.has(id));
  const next = {
    row: said.row,
    // The directory is where such a name comes from, and its next word would undo ours.
    name: before.type === "local" ? said.name : before.name,
    departmentId: said.department.id,
    phone: said.phone ?? before.phone,
    email: said.email ?? before.email,
    status: said.status ?? before.status,
    roleIds,
    before,
  };
  const same = (["name", "departmentId", "phone", "email", "status"] as const).every(
    (key) => next[key] === before[key],
  );
  return same && roleIds.length === 0 ? null : next;
}

function readDepartment(row: number, text: string, context: UserContext, errors: RowErrors): TreeNode | undefined {
  const { tree, createDepartments } = context;
  if (text === "") return void errors.add(row, "department", "required");
  const found = tree.find(text);
  if (found && tree.isOpen(found)) return found;
  if (found) return void errors.add(row, "department", "departmentDisabled", text);
  const names = tree.namesOf(text);
  if (names[0] !== tree.root?.name) return void errors.add(row, "department", "departmentRoot", text);
  if (!createDepartments) return void errors.add(row, "department", "departmentMissing", text);
  // Every name is looked at before one of them is made.
  if (names.some((name) => readDepartmentName(row, "department", name, errors) === undefined)) return undefined;
  const made = tree.make(names);
  if (made && tree.isOpen(made)) return made;
  return void errors.add(row, "department", "departmentDisabled", text);
}

function readRoles(row: number, text: string, context: UserContext, errors: RowErrors): string[] {
  if (text === "") return [];
  const byName = (name: string) => {
    const key = name.normalize("NFKC").trim().toLowerCase();
    return context.roles.find((role) =>
      [role.name, role.nameEn].some((own) => own?.normalize("NFKC").toLowerCase() === key),
    );
  };
  const whole = byName(text);
  const names = whole ? [text] : text.split(/[,，、;；]/).filter((name) => name.trim() !== "");
  const ids: string[] = [];
  for (const name of names) {
    const role = byName(name);
    if (role) ids.push(role.id);
    else errors.add(row, "roles", "roleMissing", name.trim());
  }
  const unique = [...new Set(ids)];
  if (unique.length > ROLES_MAX) errors.add(row, "roles", "tooManyRoles", text);
  assertGrantable(row, unique, context, errors);
  return unique;
}

function assertGrantable(row: number, ids: readonly string[], { roles }: UserContext, errors: RowErrors): void {
  for (const role of roles) {
    if (ids.includes(role.id) && !role.isGrantable) errors.add(row, "roles", "roleNotAllowed", role.name);
  }
}
