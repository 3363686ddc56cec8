import { z } from "zod";
import { TASK_STATUS } from "@/db/schema/tasks";

/** The last import of a person's chats from elsewhere. */
export const chatImportDto = z.strictObject({
  /** Null where there was none. */
  status: z.enum(TASK_STATUS).nullable(),
  taskId: z.uuid().nullable(),
  /** Per cent. */
  progress: z.int(),
  made: z.int(),
  /** Were there already. */
  known: z.int(),
  /** No chat that could be read. */
  skipped: z.int(),
  /** Pictures, files and messages of the chats that were left out. */
  leftOut: z.int(),
  /** Key of `errors` of one that failed. */
  failure: z.string().nullable(),
});
export type ChatImportDto = z.infer<typeof chatImportDto>;
