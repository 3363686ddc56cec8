import type { DocumentFormat, ParseStatus } from "@/db/schema/documents";
import type { ErrorKey } from "@/lib/errors/errors";
import type { ReaderHitDto } from "@/lib/parsing/reader-dto";

export type { ReaderDocumentDto, ReaderHitDto } from "@/lib/parsing/reader-dto";

/** Answer of the search inside a document. */
export interface ReaderSearchDto {
  hits: ReaderHitDto[];
  /** There are more than the list holds. */
  more: boolean;
}

/** What a refusal for a version that cannot be read yet, or at all, says beside its text. */
export interface NotReadyData {
  error: ErrorKey;
  status: ParseStatus;
  progress: number;
  fileName: string;
  format: DocumentFormat;
}
