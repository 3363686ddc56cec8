import { z } from "zod";

/** ARCHITECTURE 5: lists take page, pageSize (100 at most) and keyword. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
  keyword: z
    .string()
    .trim()
    .max(200)
    .optional()
    .transform((keyword) => keyword || undefined),
});
export type PageQuery = z.infer<typeof pageQuery>;
