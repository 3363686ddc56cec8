import { cut, storable } from "@/lib/text/storable";

/** Why a row cannot be taken: keys of `organisation-imports.reason`. */
export const REASONS = [
  "required",
  "tooLong",
  "characters",
  "account",
  "email",
  "phone",
  "status",
  "order",
  "duplicate",
  "exists",
  "accountGone",
  "departmentMissing",
  "departmentDisabled",
  "departmentRoot",
  "parentMissing",
  "roleMissing",
  "roleNotAllowed",
  "tooManyRoles",
  "administrator",
  "stronger",
  "strongerDepartment",
  "ownAccount",
  "ownDepartment",
  "rootDepartment",
] as const;
export type Reason = (typeof REASONS)[number];

const VALUE_MAX = 120;

export interface RowError {
  row: number;
  column: string;
  error: Reason;
  value?: string;
}

/** Collects what is wrong, by row. */
export class RowErrors {
  readonly list: RowError[] = [];
  readonly rows = new Set<number>();

  add(row: number, column: string, error: Reason, value = ""): void {
    this.rows.add(row);
    // A control character would not be seen, and the table cannot hold a NUL.
    const shown = cut(storable(value).replace(/\p{Cc}/gu, "�"), VALUE_MAX);
    this.list.push({ row, column, error, ...(shown ? { value: shown } : {}) });
  }
}
