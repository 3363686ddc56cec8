"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { ConversationList } from "@/components/chat/history/conversation-list";
import { useHistoryTexts } from "@/components/chat/history/use-texts";
import type { ConversationDto } from "@/lib/conversation/dto";
import { PERSONAL } from "@/lib/features/chat/conversation";
import { PromptSquareLink } from "./prompt-square-link";
import { useCreateChat } from "./use-create-chat";

interface SessionListProps {
  initial: ConversationDto[];
  currentId: string;
  /** The prompt square is in view instead of the chat. */
  isSquare?: boolean;
}

/** The chats of the person, n of ten, with the way to the prompt square above them. */
export function SessionList({ initial, currentId, isSquare }: SessionListProps) {
  const t = useTranslations("chat");
  const create = useCreateChat();
  useNewChatKey(create);
  return (
    <ConversationList
      area={PERSONAL}
      texts={useHistoryTexts(useTranslations("chat.sessions"), t("untitled"))}
      initial={initial}
      currentId={isSquare ? "" : currentId}
      onCreate={create}
    >
      <PromptSquareLink sessionId={currentId} isCurrent={isSquare} />
    </ConversationList>
  );
}

/** Ctrl/Cmd Shift O starts a chat (design 8). */
function useNewChatKey(onCreate: () => void): void {
  const latest = useRef(onCreate);
  latest.current = onCreate;
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const command = (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey;
      if (!command || event.isComposing || event.key.toLowerCase() !== "o") return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", handle);
    return () => window.removeEventListener("keydown", handle);
  }, []);
}
