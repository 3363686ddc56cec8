"use client";

import { useTranslations } from "next-intl";
import type { RecallLookDto } from "@/lib/features/knowledge/trace-dto";
import { RecallSlice } from "./recall-slice";

interface ChosenSlicesProps {
  look: RecallLookDto;
  onWhy: (sliceId: string) => void;
}

/** The slices that answer with those beside them; below a dashed line for each reason those that were left out. */
export function ChosenSlices({ look, onWhy }: ChosenSlicesProps) {
  const t = useTranslations("knowledge-operations-recall");
  const { chosen, left, lists } = look;
  const slices = new Map(look.slices.map((slice) => [slice.sliceId, slice]));
  const beside = Map.groupBy(look.beside, ({ of }) => of);
  const goesAlong = new Set(look.beside.map(({ sliceId }) => sliceId));
  const cuts = Map.groupBy(
    left.filter(({ sliceId }) => !goesAlong.has(sliceId)),
    ({ cut }) => cut,
  );
  const label = t(lists.reranked ? "score.rerank" : "score.merged");
  return (
    <>
      {chosen.length === 0 && <p className="px-5 py-6 text-fg-3 text-sm">{t("nothing")}</p>}
      <ol aria-label={t("stage.chosen")} className="divide-y px-4 md:px-5">
        {chosen.map(({ sliceId, score }) => {
          const stretch = [sliceId, ...(beside.get(sliceId) ?? []).map((one) => one.sliceId)]
            .flatMap((id) => slices.get(id) ?? [])
            .sort((a, b) => a.from - b.from);
          return (
            <li key={sliceId}>
              {stretch.map((slice) =>
                slice.sliceId === sliceId ? (
                  <RecallSlice key={slice.sliceId} slice={slice} score={score} label={label} look="chosen" />
                ) : (
                  <RecallSlice key={slice.sliceId} slice={slice} score={null} label={t("beside")} look="beside" />
                ),
              )}
            </li>
          );
        })}
      </ol>
      {[...cuts].map(([cut, of]) => (
        <section key={cut} aria-label={t(`cut.${cut}`, { count: of.length })} className="px-4 md:px-5">
          <p className="flex items-center gap-3 py-2 text-fg-3 text-xs before:flex-1 before:border-t before:border-dashed after:flex-1 after:border-t after:border-dashed">
            {t(`cut.${cut}`, { count: of.length })}
          </p>
          <ol className="divide-y">
            {of.map(({ sliceId, score }) => {
              const slice = slices.get(sliceId);
              return slice ? (
                <li key={sliceId}>
                  <RecallSlice slice={slice} score={score} label={label} look="left" onWhy={() => onWhy(sliceId)} />
                </li>
              ) : null;
            })}
          </ol>
        </section>
      ))}
    </>
  );
}
