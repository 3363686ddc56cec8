"use client";

import { useSearchParams } from "next/navigation";
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
  useNewChatAddress(create);
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

/** An address that asks for a new chat, as the command palette's, begins one; going back does not begin another. */
function useNewChatAddress(onCreate: () => void): void {
  const isAsked = useSearchParams().get("new") === "1";
  const latest = useRef(onCreate);
  latest.current = onCreate;
  useEffect(() => {
    if (!isAsked || !new URLSearchParams(window.location.search).has("new")) return;
    window.history.replaceState(null, "", window.location.pathname);
    latest.current();
  }, [isAsked]);
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
