"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DropArea } from "@/components/common/drop-area";
import { SourceSelectionContext } from "./sources/context";
import { SourceSplit } from "./sources/source-split";
import { useSource } from "./sources/use-source";

interface ChatFrameProps {
  bar: ReactNode;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Around a conversation: it takes files wherever they are dropped, and what an answer cites opens beside it. */
export function ChatFrame({ bar, onFiles, children }: ChatFrameProps) {
  const t = useTranslations("chat.files");
  const sources = useSource();
  return (
    <SourceSelectionContext value={sources.selection}>
      <DropArea label={t("drop")} onFiles={onFiles}>
        {bar}
        <SourceSplit name="chat-source" label={t("resize")} sources={sources}>
          {children}
        </SourceSplit>
      </DropArea>
    </SourceSelectionContext>
  );
}
