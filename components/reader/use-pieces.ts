import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { pieceQuery } from "@/lib/features/reader/hooks";
import type { ReaderDocumentDto } from "@/lib/parsing/reader-dto";
import type { Piece } from "@/lib/parsing/types";

/** The pieces that hold anything of a page, slide or sheet, and whether all of them are there. */
export function usePieces({ versionId, pieces }: ReaderDocumentDto, part: number) {
  const numbers = useMemo(
    () => pieces.filter((piece) => piece.part <= part && part <= piece.partTo).map(({ number }) => number),
    [pieces, part],
  );
  return useQueries({
    queries: numbers.map((number) => pieceQuery(versionId, number)),
    combine: (results) => ({
      pieces: results.map(({ data }) => data).filter((piece): piece is Piece => piece !== undefined),
      isPending: results.some(({ isPending }) => isPending),
      failed: results.find(({ isError }) => isError),
    }),
  });
}
