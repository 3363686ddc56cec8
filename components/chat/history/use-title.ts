"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ConversationArea } from "@/lib/conversation/area";
import { conversationKeys, firstHistory, historyQuery } from "@/lib/conversation/client/hooks";
import type { ConversationDto } from "@/lib/conversation/dto";

/** The title is made in the background after the first answer: the list is read again after so long, milliseconds. */
const LOOKS_MS = [1000, 2500, 6000, 15_000];

interface Titled {
  id: string;
  title: string;
  temporary?: boolean;
}

/** A conversation's title as the list has it; after an answer the list is read again until the automatic title is there. */
export function useConversationTitle(
  { code, aboutId: about }: ConversationArea,
  conversation: Titled,
  { isAnswering, initial }: { isAnswering: boolean; initial?: ConversationDto[] },
): string {
  const client = useQueryClient();
  const { data } = useInfiniteQuery({
    ...historyQuery(code, { archived: false, about }),
    initialData: initial && firstHistory(initial),
  });
  const listed = data?.pages.flatMap(({ items }) => items).find(({ id }) => id === conversation.id);
  const isUntitled = useRef(conversation.title === "" && !conversation.temporary);
  const wasAnswering = useRef(false);

  useEffect(() => {
    const isEnd = wasAnswering.current && !isAnswering;
    wasAnswering.current = isAnswering;
    if (!isEnd || !isUntitled.current) return;
    isUntitled.current = false;
    const timers = LOOKS_MS.map((wait) =>
      setTimeout(() => void client.invalidateQueries({ queryKey: conversationKeys.active(code, about) }), wait),
    );
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [isAnswering, client, code, about]);
  return listed?.title || conversation.title;
}
