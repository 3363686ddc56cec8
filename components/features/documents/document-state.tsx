"use client";

import { Check, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Pipeline } from "@/components/common/pipeline";
import { useErrorText } from "@/components/common/use-error-text";
import { isFailed } from "@/lib/ingestion/client/status";
import type { ParseStateDto } from "@/lib/parsing/types";

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
