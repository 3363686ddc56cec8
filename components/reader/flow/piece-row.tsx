"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { pieceQuery } from "@/lib/features/reader/hooks";
import { within } from "../marks";
import type { Hit, Mark } from "../types";
import { PieceBlocks } from "./piece-blocks";

interface PieceRowProps {
  versionId: string;
  number: number;
  marks: readonly Mark[];
  hits: readonly Hit[];
}

/** A piece of the text, loaded when it comes into view. */
export function PieceRow({ versionId, number, marks, hits }: PieceRowProps) {
  const { data: piece, isError, refetch } = useQuery(pieceQuery(versionId, number));
  if (piece) return <PieceBlocks piece={piece} marks={within(marks, piece)} hits={within(hits, piece)} />;
  return isError ? <PieceFailure onRetry={refetch} /> : <PieceSkeleton />;
}

export function PieceFailure({ onRetry }: { onRetry: () => unknown }) {
  const t = useTranslations("reader");
  return (
    <div role="alert" className="flex flex-col items-center gap-3 py-10 font-sans text-sm text-fg-2">
      {t("state.pieceFailed")}
      <Button size="sm" onClick={() => onRetry()}>
        {t("state.retry")}
      </Button>
    </div>
  );
}

export function PieceSkeleton() {
  const t = useTranslations("reader");
  return (
    <div role="status" aria-label={t("state.loading")} className="space-y-3 py-8">
      {["w-1/2", "w-full", "w-11/12", "w-full", "w-10/12", "w-full", "w-2/3"].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without meaning
        <Skeleton key={index} className={width} />
      ))}
    </div>
  );
}
