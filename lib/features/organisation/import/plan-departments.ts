import type { Status } from "../dto";
import type { TableRow } from "./columns";
import { readDepartmentName, readOrder, readStatus } from "./fields";
import { type RowError, RowErrors } from "./reasons";
import type { Tree, TreeNode } from "./tree";

export interface DepartmentContext {
  updateExisting: boolean;
  createDepartments: boolean;
  tree: Tree;
  /** Path of ids of the importing person's department. */
  ownPath: string;
}

export interface ChangedDepartment {
  row: number;
  node: TreeNode;
  status: Status;
  sort: number;
}

export interface DepartmentPlan {
  /** Departments to make, those above before those below. */
  creates: TreeNode[];
  changes: ChangedDepartment[];
  unchanged: number;
  errors: RowError[];
  refusedRows: number;
}

interface Wanted {
  row: number;
  column: "path" | "name";
  text: string;
  /** Null: no path at all. */
  names: string[];
  status: Status | null;
  order: number | null;
}

/** What an import of departments would do. The file may name a department above or below its parent. */
export function planDepartments(rows: readonly TableRow[], context: DepartmentContext): DepartmentPlan {
  const { tree } = context;
  const errors = new RowErrors();
  const wanted = rows.flatMap((row) => read(row, tree, errors) ?? []);
  const seen = new Map<string, number>();
  const changes: ChangedDepartment[] = [];
  let unchanged = 0;
  for (const want of wanted.toSorted((a, b) => a.names.length - b.names.length || a.row - b.row)) {
    const { row, column, text, status, order } = want;
    const there = tree.find(text);
    const node = there ?? make(want, context, errors);
    if (!node) continue;
    if (seen.has(node.id)) {
      errors.add(row, column, "duplicate", text);
      continue;
    }
    seen.set(node.id, row);
    const next = { row, node, status: status ?? node.status, sort: order ?? node.sort };
    if (tree.added.includes(node)) {
      // What a row below it made on the way gets what its own row says.
      Object.assign(node, { status: next.status, sort: next.sort });
      continue;
    }
    if (next.status === node.status && next.sort === node.sort) {
      unchanged += 1;
      continue;
    }
    if (!context.updateExisting) errors.add(row, column, "exists", text);
    else if (next.status === "disabled" && next.status !== node.status) assertMayClose(want, node, context, errors);
    if (!errors.rows.has(row)) changes.push(next);
  }
  return {
    creates: tree.added,
    changes,
    unchanged,
    errors: errors.list.sort((a, b) => a.row - b.row),
    refusedRows: errors.rows.size,
  };
}

function read({ row, cells }: TableRow, tree: Tree, errors: RowErrors): Wanted | null {
  const { path = "", name = "", parent = "" } = cells;
  const status = readStatus(row, "status", cells.status ?? "", errors);
  const order = readOrder(row, "order", cells.order ?? "", errors);
  const column = path === "" ? "name" : "path";
  // Without a path above it, it hangs below the root.
  const above = parent === "" ? (tree.root?.name ?? "") : parent;
  const text = path || (name && `${above} / ${name}`);
  if (text === "") errors.add(row, column, "required");
  const names = path === "" ? [...tree.namesOf(above), name] : tree.namesOf(path);
  // One that is there may have any name it was given.
  const isNew = text !== "" && !tree.find(text);
  if (isNew) for (const part of names) if (readDepartmentName(row, column, part, errors) === undefined) break;
  if (isNew && names[0] !== tree.root?.name) errors.add(row, column, "departmentRoot", text);
  if (errors.rows.has(row)) return null;
  return { row, column, text, names, status: status ?? null, order: order ?? null };
}

/** A new department below what is there or was named in the file. */
function make({ row, column, text, names }: Wanted, context: DepartmentContext, errors: RowErrors): TreeNode | null {
  const { tree, createDepartments } = context;
  const above = names.slice(0, -1);
  if (!createDepartments && above.length > 0 && !tree.find(above.join(" / "))) {
    errors.add(row, column, "parentMissing", text);
    return null;
  }
  return tree.make(names);
}

/** Nobody closes the department they are in, nor the whole organisation. */
function assertMayClose(
  { row, text }: Wanted,
  node: TreeNode,
  { ownPath }: DepartmentContext,
  errors: RowErrors,
): void {
  if (node.parentId === null) errors.add(row, "status", "rootDepartment", text);
  else if (ownPath.startsWith(node.path)) errors.add(row, "status", "ownDepartment", text);
}
