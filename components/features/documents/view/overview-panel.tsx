"use client";

import { useQuery } from "@tanstack/react-query";
import { MessageSquareText, RefreshCw, RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LazyMarkdown } from "@/components/chat/lazy-markdown";
import { Sourced } from "@/components/chat/sources/sourced";
import { CopyButton } from "@/components/common/copy-button";
import { ErrorState } from "@/components/common/error-state";
import { useErrorText } from "@/components/common/use-error-text";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Meter } from "@/components/ui/meter";
import { Skeleton } from "@/components/ui/skeleton";
import { numberedText } from "@/lib/citations/numbered";
import type { OverviewDto } from "@/lib/features/documents/dto";
import { overviewQuery, useOverviewActions } from "@/lib/features/documents/hooks";

/** Whose citations those of an overview are. */
export const overviewOwner = (id: string) => `overview:${id}`;

interface OverviewPanelProps {
  documentId: string;
  onAsk: (question: string) => void;
}

/** Summary, key points and questions of a document, each leading back to its words. */
export function OverviewPanel({ documentId, onAsk }: OverviewPanelProps) {
  const t = useTranslations("documents.overview");
  const { data, isError, refetch } = useQuery(overviewQuery(documentId));
  const { again } = useOverviewActions(documentId);
  const isDone = data?.status === "done";
  return (
    <section
      aria-label={t("title")}
      aria-busy={!isDone && !isError}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto"
    >
      <header className="sticky top-0 z-(--z-sticky) flex h-11 shrink-0 items-center gap-2 border-b bg-background px-4 md:px-5">
        <h2 className="flex-1 text-sm font-semibold">{t("title")}</h2>
        {isDone && (
          <>
            {hasText(data) && <CopyButton text={textOf(data)} label={t("copy")} />}
            <IconButton
              icon={RefreshCw}
              iconSize={15}
              label={t("again")}
              disabled={again.isPending}
              onClick={() => again.mutate()}
            />
          </>
        )}
      </header>
      {isError && !data ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : !data ? (
        <Lines label={t("loading")} />
      ) : isDone ? (
        <Overview overview={data} onAsk={onAsk} />
      ) : (
        <Unfinished overview={data} />
      )}
    </section>
  );
}

/** Tables and lists of words may hold nothing to quote. */
const hasText = ({ summary, keyPoints }: OverviewDto) => summary.trim() !== "" || keyPoints.length > 0;

/** As it goes to the clipboard. */
function textOf({ summary, keyPoints, citations }: OverviewDto): string {
  const points = keyPoints.map((point) => `- ${numberedText(point, citations)}`);
  return [numberedText(summary, citations), points.join("\n")].filter(Boolean).join("\n\n");
}

function Overview({ overview, onAsk }: { overview: OverviewDto; onAsk: (question: string) => void }) {
  const t = useTranslations("documents.overview");
  const { id, summary, keyPoints, questions, citations, isExtractive, modelName } = overview;
  return (
    <div className="space-y-6 px-4 py-4 md:px-5">
      {!hasText(overview) && <p className="text-sm text-fg-2">{t("nothing")}</p>}
      <Sourced owner={overviewOwner(id)} citations={citations} chips={false}>
        {summary.trim() !== "" && (
          <Part title={t("summary")}>
            <LazyMarkdown text={summary} hasMarks />
          </Part>
        )}
        {keyPoints.length > 0 && (
          <Part title={t("keyPoints")}>
            <LazyMarkdown text={keyPoints.map((point) => `- ${point.replace(/\n+/g, " ")}`).join("\n")} hasMarks />
          </Part>
        )}
      </Sourced>
      {questions.length > 0 && (
        <Part title={t("questions")}>
          <ul className="space-y-1.5">
            {questions.map((question) => (
              <li key={question}>
                <button
                  type="button"
                  onClick={() => onAsk(question)}
                  className="flex w-full items-start gap-2.5 rounded-md border px-3 py-2 text-left text-sm transition-colors hover:border-border-strong hover:bg-subtle pointer-coarse:min-h-11"
                >
                  <MessageSquareText aria-hidden size={15} strokeWidth={1.75} className="mt-[3px] shrink-0 text-fg-3" />
                  <span className="min-w-0 wrap-anywhere">{question}</span>
                </button>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {hasText(overview) && (
        <p className="text-xs text-fg-3">{isExtractive ? t("extractive") : t("made", { model: modelName ?? "" })}</p>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-xs text-fg-3">{title}</h3>
      {children}
    </section>
  );
}

/** Still being made, stopped, or failed with its reason. */
function Unfinished({ overview }: { overview: OverviewDto }) {
  const t = useTranslations("documents.overview");
  const errorText = useErrorText();
  const { again, cancel } = useOverviewActions(overview.documentId);
  const { status, progress, failure } = overview;
  if (status === "failed" || status === "cancelled") {
    const reason = errorText(failure);
    return (
      <div role="alert" className="m-4 rounded-md border px-4 py-3 text-sm md:m-5">
        <p className={status === "failed" ? "text-danger-ink" : "text-fg-2"}>
          {status === "failed" ? t("failed", { reason }) : t("cancelled")}
        </p>
        <Button size="sm" icon={RotateCcw} className="mt-2" loading={again.isPending} onClick={() => again.mutate()}>
          {status === "failed" ? t("retry") : t("again")}
        </Button>
      </div>
    );
  }
  return (
    <div className="px-4 py-4 md:px-5">
      <div className="mb-4 flex items-center gap-3">
        <Meter value={progress} label={t("running")} />
        <span role="status" className="tnum shrink-0 text-xs text-fg-3">
          {t("progress", { progress })}
        </span>
        <IconButton icon={X} size={24} iconSize={14} label={t("cancel")} onClick={() => cancel.mutate()} />
      </div>
      <Lines label={t("running")} />
    </div>
  );
}

const LINES = ["w-full", "w-11/12", "w-full", "w-3/4", "w-5/6", "w-2/3"];

function Lines({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="space-y-3 px-4 py-4 md:px-5">
      {LINES.map((width, index) => (
        <Skeleton key={width + String(index)} className={`h-3.5 ${width}`} />
      ))}
    </div>
  );
}
