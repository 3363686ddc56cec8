import { z } from "zod";
import { IMPORT_KINDS, IMPORT_STATUS } from "@/db/schema/organisation";
import { errorArgs, errorKey } from "@/lib/errors/key";
import { REASONS } from "./reasons";

export type ImportStatus = (typeof IMPORT_STATUS)[number];

/** What an import would do, or did: of one that ended on the way what it had written by then. */
export const importSummaryDto = z.strictObject({
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Rows with errors. */
  refused: z.int(),
  /** Departments made on the way. */
  departments: z.int(),
});
export type ImportSummary = z.infer<typeof importSummaryDto>;

export const importDto = z.strictObject({
  id: z.uuid(),
  kind: z.enum(IMPORT_KINDS),
  status: z.enum(IMPORT_STATUS),
  fileName: z.string(),
  owner: z.strictObject({ name: z.string(), isSelf: z.boolean() }),
  updateExisting: z.boolean(),
  createDepartments: z.boolean(),
  /** Headings of the file that mean nothing here. */
  ignored: z.array(z.string()),
  total: z.int(),
  done: z.int(),
  summary: importSummaryDto,
  errorCount: z.int(),
  /** Why it failed or was refused as a whole. */
  failure: z.strictObject({ key: errorKey, args: errorArgs }).nullable(),
  /** One-time codes wait to be taken, by the person who imported. */
  hasCodes: z.boolean(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type ImportDto = z.infer<typeof importDto>;

export const importErrorDto = z.strictObject({
  row: z.int(),
  /** Key of `organisation-imports.column`. */
  column: z.string(),
  error: z.enum(REASONS),
  value: z.string().optional(),
});
export type ImportErrorDto = z.infer<typeof importErrorDto>;
