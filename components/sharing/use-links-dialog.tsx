"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useDialogs } from "@/components/common/use-dialogs";

/** Opens what shares something; `content` is loaded with its texts when it is wanted. */
export function useLinksDialog(): (title: string, content: ReactNode) => void {
  const t = useTranslations("common");
  const dialogs = useDialogs();
  return (title, content) =>
    void dialogs
      .open({
        title,
        okButton: null,
        cancelButton: t("action.close"),
        content: (
          <LazyBoundary fallback={<PanelSkeleton />} onFailure={() => undefined}>
            <LazyMessages areas={["sharing"]}>{content}</LazyMessages>
          </LazyBoundary>
        ),
      })
      // Closed: nothing is left to do.
      .catch(() => undefined);
}
