import type { QueryClient } from "@tanstack/react-query";
import { readerKeys } from "@/lib/features/reader/hooks";
import { SELECTION_MAX } from "@/lib/features/reader/limits";
import type { ReaderDocumentDto } from "@/lib/parsing/reader-dto";
import type { Piece } from "@/lib/parsing/types";
import type { SelectedPlace } from "./selection-menu";
import type { ReaderSelection } from "./types";

/** The selected words as the document has them, not as the browser joined them; cut at the limit of a question's quote. */
export function selectionOf(client: QueryClient, document: ReaderDocumentDto, place: SelectedPlace): ReaderSelection {
  const { versionId, fileName, pieces } = document;
  const from = place.from;
  const to = Math.min(place.to, from + SELECTION_MAX);
  let text: string | null = "";
  for (const { number, from: start, to: end } of pieces) {
    if (end <= from || start >= to) continue;
    const piece = client.getQueryData<Piece>(readerKeys.piece(versionId, number));
    text = piece && text !== null ? text + piece.text.slice(Math.max(0, from - start), to - start) : null;
  }
  return { versionId, fileName, from, to, text: text ?? place.text.slice(0, SELECTION_MAX) };
}
