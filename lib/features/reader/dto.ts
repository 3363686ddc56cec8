import { z } from "zod";
import type { DocumentFormat, ParseStatus } from "@/db/schema/parsing";
import type { ErrorKey } from "@/lib/errors/errors";
import { readerHitDto } from "@/lib/parsing/reader-dto";

export type { ReaderDocumentDto, ReaderHitDto } from "@/lib/parsing/reader-dto";

/** Answer of the search inside a document. */
export const readerSearchDto = z.strictObject({
  hits: z.array(readerHitDto),
  /** There are more than the list holds. */
  more: z.boolean(),
});
export type ReaderSearchDto = z.infer<typeof readerSearchDto>;

/** What a refusal for a version that cannot be read yet, or at all, says beside its text. */
export interface NotReadyData {
  error: ErrorKey;
  status: ParseStatus;
  progress: number;
  fileName: string;
  format: DocumentFormat;
}
