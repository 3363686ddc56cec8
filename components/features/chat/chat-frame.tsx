"use client";

import { useTranslations } from "next-intl";
import { lazy, type ReactNode } from "react";
import { SourceSelectionContext } from "@/components/chat/sources/context";
import { useSource } from "@/components/chat/sources/use-source";
import { useSourceKey } from "@/components/chat/sources/use-source-key";
import { DropArea } from "@/components/common/drop-area";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { Split } from "@/components/common/split";
import { useNarrowMenu } from "@/components/layout/sidebar-area";

const Reader = lazy(() => import("@/components/reader/reader").then((module) => ({ default: module.Reader })));

interface ChatFrameProps {
  bar: ReactNode;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Around a conversation: it takes files wherever they are dropped, and what an answer cites opens beside it. */
export function ChatFrame({ bar, onFiles, children }: ChatFrameProps) {
  const t = useTranslations("chat.files");
  const { source, selection, follow, close, reopen } = useSource();
  useNarrowMenu(source !== null);
  useSourceKey(() => {
    if (source) close();
    else reopen();
  });
  return (
    <SourceSelectionContext value={selection}>
      <DropArea label={t("drop")} onFiles={onFiles}>
        {bar}
        <Split
          name="chat-source"
          initial={540}
          label={t("resize")}
          side={
            source && (
              <LazyBoundary fallback={<PanelSkeleton />} onFailure={close}>
                <Reader
                  versionId={source.versionId}
                  citations={source.citations}
                  activeId={source.activeId}
                  onActiveChange={follow}
                  onClose={close}
                />
              </LazyBoundary>
            )
          }
        >
          {children}
        </Split>
      </DropArea>
    </SourceSelectionContext>
  );
}
