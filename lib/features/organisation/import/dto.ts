import type { ErrorArgs, ErrorKey } from "@/lib/errors/errors";
import type { ImportKind } from "./columns";
import type { Reason } from "./reasons";

export type ImportStatus = "checking" | "refused" | "ready" | "running" | "done" | "failed" | "cancelled";

/** What an import would do or did. */
export interface ImportSummary {
  created: number;
  changed: number;
  unchanged: number;
  /** Rows with errors. */
  refused: number;
  /** Departments made on the way. */
  departments: number;
}

export interface ImportDto {
  id: string;
  kind: ImportKind;
  status: ImportStatus;
  fileName: string;
  owner: { name: string; isSelf: boolean };
  updateExisting: boolean;
  createDepartments: boolean;
  /** Headings of the file that mean nothing here. */
  ignored: string[];
  total: number;
  done: number;
  summary: ImportSummary;
  errorCount: number;
  /** Why it failed or was refused as a whole. */
  failure: { key: ErrorKey; args: ErrorArgs } | null;
  /** One-time codes wait to be taken, by the person who imported. */
  hasCodes: boolean;
  createdAt: string;
  finishedAt: string | null;
}

export interface ImportErrorDto {
  row: number;
  /** Key of `imports.column`. */
  column: string;
  error: Reason;
  value?: string;
}
