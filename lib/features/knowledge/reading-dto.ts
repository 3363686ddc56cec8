import { z } from "zod";
import { REREADING_STATUS } from "@/lib/config/knowledge-kinds";
import { errorKey } from "@/lib/errors/key";

/** What reading files anew by a model would come to. */
export const rereadingEstimateDto = z.strictObject({
  model: z.string(),
  files: z.int(),
  /** Of formats that have no pages. */
  skipped: z.int(),
  pages: z.int(),
  /** Files never read: counted as one page each. */
  unread: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Null where the model has no price. */
  cost: z.strictObject({ micros: z.int(), currency: z.string() }).nullable(),
});
export type RereadingEstimateDto = z.infer<typeof rereadingEstimateDto>;

export const rereadingDto = z.strictObject({
  status: z.enum(REREADING_STATUS),
  error: errorKey.nullable(),
  progress: z.int(),
  pages: z.int(),
  /** The file has another version by now: it can only be dropped. */
  isOutdated: z.boolean(),
});
export type RereadingDto = z.infer<typeof rereadingDto>;

export const rereadPageDto = z.strictObject({ number: z.int(), before: z.string(), after: z.string() });
export type RereadPageDto = z.infer<typeof rereadPageDto>;

/** Addresses that were read at once, each by itself, or by a task of this id that goes on. */
export const addedPagesDto = z.strictObject({
  taskId: z.uuid().nullable(),
  added: z.int(),
  refused: z.array(z.strictObject({ address: z.string(), message: z.string() })),
});
export type AddedPagesDto = z.infer<typeof addedPagesDto>;

/** A version against the one before it. */
export const versionChangeDto = z.strictObject({ before: z.string(), after: z.string(), isCut: z.boolean() });
export type VersionChangeDto = z.infer<typeof versionChangeDto>;
