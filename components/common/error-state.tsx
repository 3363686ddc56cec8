"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { CopyButton } from "./copy-button";
import { FullState } from "./full-state";

interface ErrorStateProps {
  /** What failed, in the person's language; a general sentence otherwise. */
  description?: string;
  /** Helps the administrator to find it in the logs. */
  code?: string;
  onRetry?: () => void;
}

/** A screen or block that could not be loaded: says so, offers another try, gives the code to pass on. */
export function ErrorState({ description, code, onRetry }: ErrorStateProps) {
  const t = useTranslations("failure");
  return (
    <FullState
      kind="error"
      role="alert"
      title={t("title")}
      description={description ?? t("description")}
      actions={
        onRetry && (
          <Button variant="primary" icon={RotateCw} onClick={onRetry}>
            {t("retry")}
          </Button>
        )
      }
    >
      {code && (
        <div className="mt-8 flex items-center gap-2 rounded-sm bg-subtle px-3 py-1.5 font-mono text-xs text-fg-3">
          {code}
          <CopyButton text={code} size={24} />
        </div>
      )}
    </FullState>
  );
}
