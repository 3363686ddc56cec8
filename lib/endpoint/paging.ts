import { z } from "zod";
import { keyword } from "@/lib/text/line";

/** ARCHITECTURE 5: lists take page, pageSize (100 at most) and keyword. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
  keyword: keyword(200),
});
export type PageQuery = z.infer<typeof pageQuery>;
