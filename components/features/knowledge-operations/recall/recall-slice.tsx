"use client";

import { CircleHelp, Eye, SquarePen } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { DocumentPicture } from "@/components/common/document-picture";
import { Marked } from "@/components/features/knowledge/search/marked";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { Meter } from "@/components/ui/meter";
import { filePlaceHref, sliceEditHref } from "@/lib/features/knowledge/paths";
import type { RecallLookDto } from "@/lib/features/knowledge/trace-dto";

interface RecallSliceProps {
  slice: RecallLookDto["slices"][number];
  /** Null: it has none, it goes along with another. */
  score: number | null;
  /** What the score is of. */
  label: string;
  look: "chosen" | "beside" | "left";
  /** Asks why it was left out. */
  onWhy?: () => void;
}

/** A slice with what it scored, the words that were found in it, and the ways to it. */
export function RecallSlice({ slice, score, label, look, onWhy }: RecallSliceProps) {
  const t = useTranslations("knowledge-operations-recall.slice");
  const number = useScore();
  const { sliceId, fileId, fileName, versionId, page, from, heading, text, marks, picture, scores } = slice;
  const kinds = [
    ["vector", scores.vector],
    ["lexical", scores.lexical],
    ["rerank", scores.rerank],
  ] as const;
  return (
    <article aria-label={t("name", { name: fileName, page })} className="flex gap-4 py-3 max-md:gap-3">
      <div className="w-16 shrink-0 max-md:w-12">
        {score !== null && (
          <>
            <p
              className={cn(
                "tnum font-semibold leading-7",
                look === "chosen" ? "text-xl" : "text-fg-3 text-lg",
                "max-md:text-base",
              )}
            >
              {number(score)}
            </p>
            <Meter value={score * 100} label={label} tone={look === "chosen" ? "primary" : "neutral"} />
          </>
        )}
        <p className="mt-1 text-fg-3 text-xs">{label}</p>
      </div>
      <div className={cn("min-w-0 flex-1", look !== "chosen" && "text-fg-3")}>
        <p className="flex flex-wrap items-baseline gap-x-2 text-xs">
          <span className="min-w-0 truncate font-semibold text-sm">{fileName}</span>
          <span className="text-fg-3">{t("page", { page })}</span>
          {heading && <span className="min-w-0 truncate text-fg-3">{heading}</span>}
        </p>
        <div className="mt-1 flex gap-3">
          <p className="wrap-anywhere line-clamp-6 min-w-0 flex-1 text-sm leading-6">
            <Marked text={text} marks={marks} />
          </p>
          {picture && (
            <DocumentPicture
              versionId={versionId}
              name={picture}
              alt=""
              className="h-11 w-16 shrink-0 rounded-xs border"
            />
          )}
        </div>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
          {kinds.map(([kind, value]) =>
            value === null ? null : (
              <span key={kind} className="tnum text-fg-3">
                {t(`score.${kind}`, { score: number(value) })}
              </span>
            ),
          )}
          <span className="ml-auto flex flex-wrap gap-1">
            <Link href={filePlaceHref(fileId, from)} prefetch={false} className={buttonClass("ghost", "sm")}>
              <Eye aria-hidden size={15} strokeWidth={1.75} />
              {t("open")}
            </Link>
            <Link href={sliceEditHref(fileId, sliceId)} prefetch={false} className={buttonClass("ghost", "sm")}>
              <SquarePen aria-hidden size={15} strokeWidth={1.75} />
              {t("edit")}
            </Link>
            {onWhy && (
              <Button variant="soft" size="sm" icon={CircleHelp} onClick={onWhy}>
                {t("why")}
              </Button>
            )}
          </span>
        </div>
      </div>
    </article>
  );
}

/** Scores as people compare them: two decimals in their language. */
export function useScore(): (score: number) => string {
  const format = useFormatter();
  return (score) => format.number(score, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
