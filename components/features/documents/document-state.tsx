"use client";

import { Check, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/common/use-error-text";
import { cn } from "@/components/ui/cn";
import type { ParseStatus } from "@/db/schema/parsing";
import { isFailed } from "@/lib/features/documents/hooks";
import type { ParseStateDto } from "@/lib/parsing/types";

/** The bar a state is at: upload, parse, segment, build. */
const BAR: Record<ParseStatus, number> = {
  uploaded: 0,
  parsing: 1,
  parse_failed: 1,
  segmenting: 2,
  split_failed: 2,
  building: 3,
  build_failed: 3,
  ready: 4,
};

/** Why reading a document failed, in words. */
export function useFailureText(): (parse: ParseStateDto) => string {
  const errorText = useErrorText();
  return ({ failure }) => errorText(failure?.error);
}

/** Finished is a small tick; bars are shown only while work runs or when it failed (design 1.5, 6). */
export function DocumentState({ parse }: { parse: ParseStateDto }) {
  const t = useTranslations("documents.state");
  const failureText = useFailureText();
  const { status, progress } = parse;
  if (status === "ready") {
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-sm text-fg-2">
        <Check aria-hidden size={14} strokeWidth={2.25} className="text-success-ink" />
        {t("ready")}
      </span>
    );
  }
  const failed = isFailed(status);
  const hasProgress = status === "parsing" || status === "segmenting" || status === "building";
  return (
    <span className="inline-flex max-w-full items-center gap-2 text-sm">
      <Pipeline status={status} progress={progress} />
      {failed ? (
        <span className="inline-flex min-w-0 items-center gap-1 text-danger-ink" data-tooltip={failureText(parse)}>
          <span className="whitespace-nowrap">{t(status)}</span>
          <CircleAlert aria-hidden size={14} className="shrink-0" />
          <span className="sr-only">{failureText(parse)}</span>
        </span>
      ) : (
        <span className="tnum whitespace-nowrap text-primary-ink">
          {t(status)}
          {hasProgress && ` ${t("percent", { progress })}`}
        </span>
      )}
    </span>
  );
}

/** Four bars: upload, parse, segment, build. */
export function Pipeline({ status, progress, wide }: { status: ParseStatus; progress: number; wide?: boolean }) {
  const at = BAR[status];
  return (
    <span aria-hidden className={cn("flex shrink-0 gap-0.5", wide && "w-full max-w-80")}>
      {[0, 1, 2, 3].map((bar) => {
        const isHere = bar === at;
        const share = bar < at || (bar === 0 && at === 0) ? 100 : isHere ? (isFailed(status) ? 100 : progress) : 0;
        return (
          <span key={bar} className={cn("h-1.5 overflow-hidden rounded-full bg-muted", wide ? "flex-1" : "w-5")}>
            <span
              className={cn("block h-full rounded-full", isHere && isFailed(status) ? "bg-danger" : "bg-primary")}
              style={{ width: `${share}%` }}
            />
          </span>
        );
      })}
    </span>
  );
}
