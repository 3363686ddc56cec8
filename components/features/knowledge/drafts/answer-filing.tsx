"use client";

import { lazy, type ReactNode, useCallback, useState } from "react";
import { AnswerFilingContext } from "@/components/chat/answer-doors";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";

const FilingDrawer = lazy(() => import("./filing-drawer").then((module) => ({ default: module.FilingDrawer })));

const TEXTS = ["knowledge-drafts", "validation"] as const;

/** Around every screen: answers of any conversation can be filed into a knowledge base (spec B7). */
export function AnswerFiling({ children }: { children: ReactNode }) {
  const [answerId, setAnswerId] = useState<string | null>(null);
  const file = useCallback(({ id }: { id: string }) => setAnswerId(id), []);
  const close = () => setAnswerId(null);
  return (
    <AnswerFilingContext value={file}>
      {children}
      {answerId && (
        <LazyBoundary onFailure={close}>
          <LazyMessages areas={TEXTS}>
            <FilingDrawer answerId={answerId} onClose={close} />
          </LazyMessages>
        </LazyBoundary>
      )}
    </AnswerFilingContext>
  );
}
