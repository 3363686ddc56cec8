import { z } from "zod";
import { TASK_STATUS } from "@/db/schema/tasks";
import { errorKey } from "@/lib/errors/key";

/** How far a person's export of a base is; status null: there is none. */
export const baseExportDto = z.strictObject({
  taskId: z.uuid().nullable(),
  status: z.enum(TASK_STATUS).nullable(),
  error: errorKey.nullable(),
  /** Per cent. */
  progress: z.int(),
  /** Bytes of the archive. */
  size: z.int(),
  files: z.int(),
  /** Files others of the base keep from this person. */
  leftOut: z.int(),
  finishedAt: z.iso.datetime().nullable(),
});
export type BaseExportDto = z.infer<typeof baseExportDto>;
