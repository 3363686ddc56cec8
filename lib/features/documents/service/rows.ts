import "server-only";
import type { DocumentRow } from "@/db/queries/documents/documents";
import { isoTimes } from "@/lib/config/time";
import { AppError } from "@/lib/errors/errors";
import { parseStates } from "@/lib/parsing/state";
import type { ParseStateDto } from "@/lib/parsing/types";
import type { ChatDocumentDto, DocumentDto } from "../dto";

export function toDocument(row: DocumentRow, parse: ParseStateDto): DocumentDto {
  return { ...isoTimes(row), parse };
}

export function toChatDocument(row: DocumentRow, parse: ParseStateDto): ChatDocumentDto {
  const { id: documentId, fileId, versionId, name, format } = row;
  return { documentId, fileId, versionId, name, format, parse };
}

/** Rows with the state each is read in, in the given order. */
export async function withStates<T>(
  rows: readonly DocumentRow[],
  make: (row: DocumentRow, parse: ParseStateDto) => T,
): Promise<T[]> {
  const states = await parseStates(rows.map((row) => row.versionId));
  return rows.flatMap((row) => {
    const state = states.get(row.versionId);
    return state ? [make(row, state)] : [];
  });
}

/** Throws documentNotReady for a document that is still read, or what it failed with. */
export function assertReady(parse: ParseStateDto): void {
  if (parse.status === "ready") return;
  throw new AppError(parse.failure?.error ?? "documentNotReady");
}
