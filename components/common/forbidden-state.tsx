"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";
import { FullState } from "./full-state";

interface ForbiddenStateProps {
  /** Why, and who can help, when the screen knows; a general sentence otherwise. */
  description?: string;
  /** The permission that is missing, to pass on. */
  code?: string;
  actions?: ReactNode;
}

/** A visible thing, but this action is not allowed (design 7.7). What a person may not see at all is not found instead. */
export function ForbiddenState({ description, code, actions }: ForbiddenStateProps) {
  const t = useTranslations("common.forbidden");
  return (
    <FullState
      kind="forbidden"
      role="alert"
      title={t("title")}
      description={description ?? t("description")}
      actions={actions}
    >
      {code && (
        <div className="mt-8 flex items-center gap-2 rounded-sm bg-subtle px-3 py-1.5 font-mono text-xs text-fg-3">
          403 · {code}
          <CopyButton text={code} size={24} />
        </div>
      )}
    </FullState>
  );
}
