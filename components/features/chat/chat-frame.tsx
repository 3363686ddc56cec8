"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SourceSelectionContext } from "@/components/chat/sources/context";
import { SourceSplit } from "@/components/chat/sources/source-split";
import { useSource } from "@/components/chat/sources/use-source";
import { DropArea } from "@/components/common/drop-area";

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
