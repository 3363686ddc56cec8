import { z } from "zod";
import { pageQuery } from "@/lib/endpoint/paging";

export const importKind = z.enum(["departments", "users"]);
export const importKindQuery = z.strictObject({ kind: importKind });
export const importListQuery = z.strictObject({
  kind: importKind,
  page: pageQuery.shape.page,
  pageSize: pageQuery.shape.pageSize,
});
export type ImportListQuery = z.output<typeof importListQuery>;

export const importUpload = z.strictObject({
  kind: importKind,
  /** People and departments that are there already are changed; without it they are errors. */
  updateExisting: z.stringbool().default(false),
  /** Departments the file names and nobody has made yet are made. */
  createDepartments: z.stringbool().default(false),
});
export type ImportUpload = z.output<typeof importUpload>;

export const importErrorsQuery = z.strictObject({ page: pageQuery.shape.page, pageSize: pageQuery.shape.pageSize });
export type ImportErrorsQuery = z.output<typeof importErrorsQuery>;
