"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useMemo } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { Meter } from "@/components/ui/meter";
import { Spinner } from "@/components/ui/spinner";
import { Status } from "@/components/ui/status";
import type { ModelRun, RunResult } from "@/lib/features/models/run-schema";
import type { RunState } from "./use-model-run";
import { useReason } from "./use-reason";
import { WireLog } from "./wire-log";

interface TryResultProps {
  state: RunState;
  isRunning: boolean;
}

/** What a trial brought, as text: nothing a model says is rendered (SECURITY rule 12). */
export function TryResult({ state, isRunning }: TryResultProps) {
  const t = useTranslations("models.try");
  const reason = useReason();
  const { text, thinking, results, end, isStopped } = state;
  return (
    <section aria-label={t("result")} className="space-y-3 border-t pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1" aria-live="polite">
        {isRunning ? (
          <span className="inline-flex items-center gap-2 text-fg-2 text-sm">
            <Spinner size={12} />
            {t("running")}
          </span>
        ) : isStopped ? (
          <Status tone="neutral">{t("stopped")}</Status>
        ) : (
          end && <Status tone={end.ok ? "success" : "danger"}>{end.ok ? t("done") : t("failed")}</Status>
        )}
        {end && <Figures end={end} />}
      </div>
      {end && !end.ok && (
        <p role="alert" className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
          {reason(end.error).full}
          {end.detail && (
            <span className="mt-1 block break-words text-xs">{t("supplierSays", { text: end.detail })}</span>
          )}
        </p>
      )}
      {thinking && (
        <details className="rounded-md border" open={text === ""}>
          <summary className="cursor-pointer px-3 py-2 text-fg-2 text-sm">{t("thinking")}</summary>
          <p className="whitespace-pre-wrap break-words border-t px-3 py-2 text-fg-2 text-sm">{thinking}</p>
        </details>
      )}
      {text && (
        <div className="relative rounded-md border py-2 pr-11 pl-3">
          <p data-testid="try-answer" className="whitespace-pre-wrap break-words text-base">
            {text}
          </p>
          <span className="absolute top-1 right-1.5">
            <CopyButton text={text} />
          </span>
        </div>
      )}
      {results.map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results only ever join at the end
        <Result key={index} result={result} run={state.run} />
      ))}
      {end && end.exchanges.length > 0 && <WireLog exchanges={end.exchanges} />}
    </section>
  );
}

function Figures({ end }: { end: NonNullable<RunState["end"]> }) {
  const t = useTranslations("models.try");
  const format = useFormatter();
  const seconds = (ms: number) => format.number(ms / 1000, { maximumFractionDigits: 2 });
  const { usage, firstTokenMs, durationMs } = end;
  return (
    <span className="tnum flex flex-wrap gap-x-4 text-fg-3 text-xs">
      <span>{t("took", { seconds: seconds(durationMs) })}</span>
      {firstTokenMs !== null && <span>{t("firstToken", { seconds: seconds(firstTokenMs) })}</span>}
      {usage && <span>{t("tokens", { input: usage.inputTokens, output: usage.outputTokens })}</span>}
      {usage && usage.reasoningTokens > 0 && <span>{t("reasoningTokens", { count: usage.reasoningTokens })}</span>}
      {usage?.estimated && <span>{t("estimated")}</span>}
    </span>
  );
}

function Result({ result, run }: { result: RunResult; run: ModelRun }) {
  const t = useTranslations("models.try");
  const format = useFormatter();
  const number = (value: number, digits = 4) => format.number(value, { maximumFractionDigits: digits });
  switch (result.type) {
    case "vectors":
      return (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-md border p-3 text-sm">
          <dt className="text-fg-3">{t("dimensions")}</dt>
          <dd className="tnum">{format.number(result.dimensions)}</dd>
          {result.similarity !== null && (
            <>
              <dt className="text-fg-3">{t("similarity")}</dt>
              <dd className="tnum">{number(result.similarity)}</dd>
            </>
          )}
          {result.vectors.map(({ norm, first }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the texts in their order
            <VectorRow key={index} label={index === 0 ? t("firstText") : t("secondText")} norm={number(norm)}>
              {first.map((value) => number(value)).join("  ")}
              {result.dimensions > first.length && " …"}
            </VectorRow>
          ))}
        </dl>
      );
    case "ranking":
      return (
        <ol className="rounded-md border">
          {result.results.map(({ index, score }, place) => (
            <li key={index} className="flex items-center gap-3 px-3 py-2 text-sm not-last:border-b">
              <span className="tnum text-fg-3">{place + 1}</span>
              <span className="min-w-0 flex-1 break-words">{run.kind === "rerank" && run.documents[index]}</span>
              <span className="w-24 shrink-0 max-md:hidden">
                <Meter value={Math.min(100, Math.max(0, score * 100))} label={t("score")} />
              </span>
              <span className="tnum w-16 shrink-0 text-right">{number(score)}</span>
            </li>
          ))}
        </ol>
      );
    case "picture":
      return (
        // biome-ignore lint/performance/noImgElement: a picture made a moment ago, not a file of the site
        <img
          src={`data:${result.mediaType};base64,${result.base64}`}
          alt={t("pictureOf")}
          className="max-h-96 max-w-full rounded-md border"
        />
      );
    case "sound":
      return <Sound mediaType={result.mediaType} base64={result.base64} />;
    case "transcript":
      return (
        <div className="space-y-2 rounded-md border p-3 text-sm">
          <p data-testid="try-answer" className="whitespace-pre-wrap break-words">
            {result.text || t("silence")}
          </p>
          {result.segments.length > 0 && (
            <ul className="space-y-1 border-t pt-2">
              {result.segments.map((segment) => (
                <li key={`${segment.start}-${segment.end}`} className="flex gap-3">
                  <span className="tnum shrink-0 text-fg-3 text-xs">
                    {t("segment", { start: number(segment.start, 1), end: number(segment.end, 1) })}
                  </span>
                  <span className="min-w-0 break-words">{segment.text}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      );
  }
}

function VectorRow({ label, norm, children }: { label: string; norm: string; children: React.ReactNode }) {
  const t = useTranslations("models.try");
  return (
    <>
      <dt className="text-fg-3">{label}</dt>
      <dd className="min-w-0">
        <span className="tnum">{t("norm", { norm })}</span>
        <span className="block whitespace-pre-wrap break-words font-mono text-fg-2 text-xs">{children}</span>
      </dd>
    </>
  );
}

function Sound({ mediaType, base64 }: { mediaType: string; base64: string }) {
  const t = useTranslations("models.try");
  const url = useMemo(() => {
    const bytes = Uint8Array.from(atob(base64), (symbol) => symbol.charCodeAt(0));
    return URL.createObjectURL(new Blob([bytes], { type: mediaType }));
  }, [base64, mediaType]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  // biome-ignore lint/a11y/useMediaCaption: speech of the text the person has just typed
  return <audio controls src={url} aria-label={t("sound")} className="w-full" />;
}
