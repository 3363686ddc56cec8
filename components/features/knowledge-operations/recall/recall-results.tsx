"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyState } from "@/components/common/empty-state";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Count } from "@/components/ui/count";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { Spinner } from "@/components/ui/spinner";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import type { Asked } from "@/lib/features/knowledge/recall-test-hooks";
import { type RecallTrace, TRACED_MAX } from "@/lib/features/knowledge/recall-test-schema";
import type { RecallLookDto, TraceDto } from "@/lib/features/knowledge/trace-dto";
import { ChosenSlices } from "./chosen-slices";
import { RecallSlice } from "./recall-slice";
import { WhyNot } from "./why-not";

const LISTS = ["vectors", "words", "merged", "reranked"] as const;
type List = (typeof LISTS)[number];
type View = "chosen" | List;

interface RecallResultsProps {
  baseId: string;
  center: RetrievalSettings;
  asked: Asked | null;
  query: UseQueryResult<RecallLookDto>;
  /** The question or a setting is another than what was asked. */
  isOther: boolean;
  onTry: (change: TraceDto["changes"][number]) => void;
  className?: string;
}

/** What a question found: the chosen slices, those left out and by what, and the lists of the stages. */
export function RecallResults({ baseId, center, asked, query, isOther, onTry, className }: RecallResultsProps) {
  const t = useTranslations("knowledge-operations-recall");
  const { data: look, error, isFetching, isPlaceholderData } = query;
  const [target, setTarget] = useState<RecallTrace["target"] | null>(null);
  return (
    <section
      aria-label={t("part.found")}
      aria-busy={isFetching}
      className={cn("flex min-h-0 min-w-0 flex-1 flex-col", className)}
    >
      <div className="shrink-0 empty:hidden [&>p]:rounded-none">{asked && <FormFailure error={error} />}</div>
      {!asked ? (
        <EmptyState title={t("empty.title")} description={t("empty.text")} />
      ) : look ? (
        <Found look={look} isFetching={isFetching} isOther={isOther} onWhy={setTarget} />
      ) : (
        isFetching && (
          <p role="status" className="flex items-center gap-2 p-5 text-fg-3 text-sm">
            <Spinner size={14} />
            {t("searching")}
          </p>
        )
      )}
      {asked && look && target && !isPlaceholderData && (
        <WhyNot
          key={JSON.stringify(target)}
          baseId={baseId}
          center={center}
          asked={asked}
          look={look}
          target={target}
          onTry={(change) => {
            setTarget(null);
            onTry(change);
          }}
          onClose={() => setTarget(null)}
        />
      )}
    </section>
  );
}

interface FoundProps {
  look: RecallLookDto;
  isFetching: boolean;
  isOther: boolean;
  onWhy: (target: RecallTrace["target"]) => void;
}

function Found({ look, isFetching, isOther, onWhy }: FoundProps) {
  const t = useTranslations("knowledge-operations-recall");
  const [view, setView] = useState<View>("chosen");
  const { lists, timings, chosen } = look;
  const there = LISTS.filter((list) => lists[list] !== null);
  const shown = view !== "chosen" && there.includes(view) ? view : "chosen";
  const tabs: readonly View[] = ["chosen", ...there];
  const times: Record<View, number> = {
    chosen: timings.choose,
    vectors: timings.vectors,
    words: timings.words,
    merged: timings.merge,
    reranked: timings.rerank,
  };
  return (
    <>
      <Head look={look} isFetching={isFetching} isOther={isOther} />
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b px-4 py-2 md:px-5">
        <Segmented
          aria-label={t("stage.label")}
          value={shown}
          onValueChange={setView}
          options={tabs.map((value) => ({
            value,
            label: (
              <>
                {t(`stage.${value}`)} <Count>{value === "chosen" ? chosen.length : lists[value]!.length}</Count>
              </>
            ),
          }))}
        />
        <span className="tnum text-fg-3 text-xs">{t("took", { ms: Math.round(times[shown]) })}</span>
        <PasteWords onWords={(words) => onWhy({ words })} />
      </div>
      <div aria-live="polite" className={cn("min-h-0 flex-1 overflow-y-auto", (isFetching || isOther) && "opacity-60")}>
        {shown === "chosen" ? (
          <ChosenSlices look={look} onWhy={(sliceId) => onWhy({ sliceId })} />
        ) : (
          <StageList look={look} list={shown} onWhy={(sliceId) => onWhy({ sliceId })} />
        )}
      </div>
    </>
  );
}

function Head({ look, isFetching, isOther }: Omit<FoundProps, "onWhy">) {
  const t = useTranslations("knowledge-operations-recall");
  const { slices, chosen, beside, timings, queries, rewriting, failed, isByMeaning } = look;
  const files = new Set(chosen.map(({ sliceId }) => slices.find((slice) => slice.sliceId === sliceId)?.fileId)).size;
  return (
    <header className="shrink-0 border-b px-4 py-2.5 md:px-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="font-semibold text-sm">{t("head.chosen", { count: chosen.length })}</h2>
        <p className="tnum text-fg-3 text-xs">
          {t("head.facts", { files, beside: beside.length, ms: Math.round(timings.all) })}
        </p>
        {isFetching && <Spinner size={14} />}
      </div>
      {rewriting === "done" && (
        <p className="wrap-anywhere text-fg-3 text-xs">{t("head.rewritten", { queries: queries.join(" · ") })}</p>
      )}
      {(rewriting === "failed" || rewriting === "noModel") && <Warning>{t(`rewriting.${rewriting}`)}</Warning>}
      {!isByMeaning && <Warning>{t("head.wordsOnly")}</Warning>}
      {failed.map((helper) => (
        <Warning key={helper}>{t(`failed.${helper}`)}</Warning>
      ))}
      {isOther && !isFetching && <Warning>{t("head.other")}</Warning>}
    </header>
  );
}

function Warning({ children }: { children: string }) {
  return <p className="text-warning-ink text-xs">{children}</p>;
}

/** Words that should have been found. */
function PasteWords({ onWords }: { onWords: (words: string) => void }) {
  const t = useTranslations("knowledge-operations-recall.paste");
  const [words, setWords] = useState("");
  return (
    <form
      className="ml-auto flex min-w-0 gap-2 max-md:w-full"
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim()) onWords(words.trim());
      }}
    >
      <Input
        aria-label={t("label")}
        placeholder={t("label")}
        value={words}
        maxLength={TRACED_MAX}
        autoComplete="off"
        onChange={({ target }) => setWords(target.value)}
        className="w-64 min-w-0 max-md:flex-1"
      />
      <Button type="submit" icon={Search} disabled={words.trim() === ""}>
        {t("find")}
      </Button>
    </form>
  );
}

interface StageListProps {
  look: RecallLookDto;
  list: List;
  onWhy: (sliceId: string) => void;
}

function StageList({ look, list, onWhy }: StageListProps) {
  const t = useTranslations("knowledge-operations-recall");
  const slices = new Map(look.slices.map((slice) => [slice.sliceId, slice]));
  const chosen = new Set(look.chosen.map(({ sliceId }) => sliceId));
  const entries = look.lists[list] ?? [];
  if (entries.length === 0) return <p className="px-5 py-6 text-fg-3 text-sm">{t("stage.none")}</p>;
  return (
    <ol className="divide-y px-4 md:px-5">
      {entries.map(({ sliceId, score }, index) => {
        const slice = slices.get(sliceId);
        return slice ? (
          <li key={sliceId}>
            <RecallSlice
              slice={slice}
              score={score}
              label={t("stage.rank", { rank: index + 1 })}
              look={chosen.has(sliceId) ? "chosen" : "left"}
              onWhy={chosen.has(sliceId) ? undefined : () => onWhy(sliceId)}
            />
          </li>
        ) : null;
      })}
    </ol>
  );
}
