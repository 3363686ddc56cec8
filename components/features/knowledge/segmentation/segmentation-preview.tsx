"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import { useErrorText } from "@/components/common/use-error-text";
import { Reader } from "@/components/reader/reader";
import type { Jump, ReaderRulers, RulerSlice } from "@/components/reader/types";
import { cn } from "@/components/ui/cn";
import { Segmented } from "@/components/ui/segmented";
import { Spinner } from "@/components/ui/spinner";
import type { CutHitDto, PreviewDto } from "@/lib/features/knowledge/segmentation-dto";
import { segmentationPreviewQuery } from "@/lib/features/knowledge/segmentation-hooks";
import {
  cleanSegmentation,
  isSameSegmentation,
  segmentationProblems,
} from "@/lib/features/knowledge/segmentation-problems";
import type { Segmentation } from "@/lib/retrieval/types";
import { SideBadge } from "./side-badge";
import type { Range } from "./use-cut-questions";

interface SegmentationPreviewProps {
  fileId: string;
  versionId: string;
  a: Segmentation;
  /** Compared with it on the same page. */
  b?: Segmentation;
  /** Slices the selected question finds by each setting. */
  found?: { a: readonly CutHitDto[]; b: readonly CutHitDto[] } | null;
  /** Words that answer it. */
  evidence?: Range | null;
  place?: Jump | null;
  /** Takes selected words as its answer. */
  onAnswer?: (range: Range) => void;
}

const NONE: readonly never[] = [];
const noCitation = () => undefined;

/** The file as its reader shows it, with the slices one or two settings would cut it into (spec F1, F2). */
export function SegmentationPreview(props: SegmentationPreviewProps) {
  const { fileId, versionId, a, b, found, evidence, place, onAnswer } = props;
  const t = useTranslations("knowledge-slices.preview");
  const errorText = useErrorText();
  const [only, setOnly] = useState<"a" | "b">("b");
  // A setting that is being typed keeps the last one that could be cut by.
  const good = useLastGood(a, b);
  const { data: answer, error, isFetching } = useQuery(segmentationPreviewQuery(fileId, good));
  const [data, setData] = useState(answer);
  if (answer && answer !== data) setData(answer);
  const [one, two] = data?.previews ?? [];
  const isBusy = isFetching;
  const rulers = useMemo((): ReaderRulers => {
    const left = one ? slicesOf("a", one, found?.a) : NONE;
    const right = two ? slicesOf("b", two, found?.b) : NONE;
    return {
      look: "brackets",
      left,
      right,
      outer: two ? parentsOf("b", two) : one ? parentsOf("a", one) : NONE,
      evidence,
      isDimmed: isBusy,
    };
  }, [one, two, found, evidence, isBusy]);

  return (
    <div className="flex h-full min-w-0 flex-col" data-only={b ? only : undefined}>
      {b && (
        <div className="border-b p-2 md:hidden">
          <Segmented
            aria-label={t("which")}
            value={only}
            onValueChange={setOnly}
            options={[
              { value: "a", label: t("a") },
              { value: "b", label: t("b") },
            ]}
          />
        </div>
      )}
      <div className="flex shrink-0 divide-x border-b" aria-live="polite" aria-busy={isBusy}>
        <Summary
          letter={b ? "A" : null}
          preview={one}
          setting={good[0]!}
          className={cn(b && only === "b" && "max-md:hidden")}
          isBusy={isBusy && !b}
        />
        {b && good[1] && (
          <Summary
            letter="B"
            preview={two}
            setting={good[1]}
            className={cn("text-right", only === "a" && "max-md:hidden")}
            isBusy={isBusy}
          />
        )}
      </div>
      {error && (
        <p role="alert" className="shrink-0 border-b bg-danger-soft px-4 py-2 text-sm text-danger-ink">
          {error.message || errorText(null)} {data && t("stays")}
        </p>
      )}
      <div className="min-h-0 flex-1">
        <Reader
          versionId={versionId}
          citations={NONE}
          activeId={null}
          onActiveChange={noCitation}
          rulers={rulers}
          place={place}
          onAnswer={onAnswer}
        />
      </div>
      <Legend hasTwo={Boolean(b)} hasEvidence={Boolean(evidence)} hasFound={Boolean(found)} />
    </div>
  );
}

/** The settings as they were when they last could be cut by. */
function useLastGood(a: Segmentation, b: Segmentation | undefined): Segmentation[] {
  const [good, setGood] = useState<Segmentation[]>(b ? [a, b] : [a]);
  const isGood = (one: Segmentation) => Object.keys(segmentationProblems(one)).length === 0;
  const next = [isGood(a) ? a : (good[0] ?? a), ...(b ? [isGood(b) ? b : (good[1] ?? a)] : [])];
  const isSame = next.length === good.length && next.every((one, at) => isSameSegmentation(one, good[at]!));
  if (!isSame) setGood(next.map(cleanSegmentation));
  return isSame ? good : next;
}

function slicesOf(key: string, { slices }: PreviewDto, found: readonly CutHitDto[] = NONE): RulerSlice[] {
  const scores = new Map(found.map(({ number, score }) => [number, score.toFixed(2)]));
  return slices.map(({ from, to, tokens, isCut, overlap }, at) => {
    const score = scores.get(at + 1);
    return {
      id: `${key}${at}`,
      from,
      to,
      label: `#${at + 1}`,
      detail: score ? `${tokens} · ${score}` : String(tokens),
      isCut,
      overlap,
      isActive: score !== undefined,
    };
  });
}

function parentsOf(key: string, { slices }: PreviewDto): readonly RulerSlice[] {
  const parents = new Map<number, RulerSlice & { tokens: number }>();
  for (const { parent, from, to, tokens } of slices) {
    if (parent === null) continue;
    const known = parents.get(parent) ?? { id: `${key}p${parent}`, from, to, label: `P${parent}`, tokens: 0 };
    parents.set(parent, { ...known, to, tokens: known.tokens + tokens });
  }
  return parents.size === 0
    ? NONE
    : [...parents.values()].map(({ tokens, ...one }) => ({ ...one, detail: String(tokens) }));
}

interface SummaryProps {
  letter: "A" | "B" | null;
  preview: PreviewDto | undefined;
  setting: Segmentation;
  className?: string;
  isBusy: boolean;
}

function Summary({ letter, preview, setting, className, isBusy }: SummaryProps) {
  const t = useTranslations("knowledge-slices.preview");
  const badge = letter && <SideBadge side={letter === "A" ? "a" : "b"} />;
  return (
    <div className={cn("flex min-w-0 flex-1 items-center gap-3 px-4 py-2", letter === "B" && "justify-end", className)}>
      {letter === "A" && badge}
      <div className="min-w-0">
        <p className="truncate text-sm">{settingWords(t, setting)}</p>
        <p className="tnum flex flex-wrap items-center gap-x-1 text-xs text-fg-3">
          {preview ? (
            <>
              {preview.parents > 0
                ? t("countsParents", { parents: preview.parents, count: preview.count, mean: preview.meanTokens })
                : t("counts", { count: preview.count, mean: preview.meanTokens, median: preview.medianTokens })}
              <span className={preview.cut > 0 ? "text-danger-ink" : "text-success-ink"}>
                {t("cut", { count: preview.cut })}
              </span>
              {preview.isPartial && <span>{t("partial")}</span>}
            </>
          ) : (
            t("computing")
          )}
          {isBusy && <Spinner size={12} />}
        </p>
      </div>
      {letter === "B" && badge}
    </div>
  );
}

type Words = ReturnType<typeof useTranslations<"knowledge-slices.preview">>;

function settingWords(t: Words, { mode, maxTokens, overlap, childTokens, separators = [] }: Segmentation): string {
  if (mode === "single") return t("setting.single", { maxTokens, overlap });
  if (mode === "multi") return t("setting.multi", { maxTokens, childTokens: childTokens ?? Math.ceil(maxTokens / 4) });
  if (mode === "separator") return t("setting.separator", { count: separators.length, maxTokens });
  return t("setting.none");
}

function Legend({ hasTwo, hasEvidence, hasFound }: { hasTwo: boolean; hasEvidence: boolean; hasFound: boolean }) {
  const t = useTranslations("knowledge-slices.preview.legend");
  const item = (mark: ReactNode, text: string) => (
    <span className="flex items-center gap-1.5">
      {mark}
      {text}
    </span>
  );
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-1 border-t px-4 py-2 text-xs text-fg-2 max-md:hidden">
      {item(<span aria-hidden className="h-3.5 w-0.5 bg-danger" />, t("cut"))}
      {item(<span aria-hidden className="w-5 border-b-2 border-dotted border-primary" />, t("overlap"))}
      {hasTwo && item(<span aria-hidden className="w-5 border-t border-dashed border-primary" />, t("border"))}
      {hasEvidence && item(<span aria-hidden className="h-3 w-4 rounded-xs bg-evidence" />, t("evidence"))}
      <span className="ml-auto text-fg-3">{t(hasFound ? "tokensScore" : "tokens")}</span>
    </div>
  );
}
