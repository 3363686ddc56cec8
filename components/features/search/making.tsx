"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/common/use-error-text";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { ApiError } from "@/lib/client/api-error";

interface MakingProps {
  error: Error | null;
  isFetching: boolean;
  onRetry: () => void;
}

/** What is being drawn out of an answer, or why it is not there. */
export function Making({ error, isFetching, onRetry }: MakingProps) {
  const t = useTranslations("search.after");
  const errorText = useErrorText();
  if (isFetching) {
    return (
      <p role="status" className="flex items-center gap-2 px-4 py-5 text-fg-3 text-sm">
        <Spinner size={14} />
        {t("making")}
      </p>
    );
  }
  // Nothing that was found is no failure.
  const isNothing = error instanceof ApiError && error.code === 404;
  return (
    <div role={isNothing ? "status" : "alert"} className="flex flex-wrap items-center gap-3 px-4 py-4 text-sm">
      <span className={isNothing ? "text-fg-3" : "text-danger-ink"}>
        {error instanceof ApiError ? error.message : errorText("unknown")}
      </span>
      <Button size="sm" icon={RotateCw} onClick={onRetry}>
        {t("retry")}
      </Button>
    </div>
  );
}
