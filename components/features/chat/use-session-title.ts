"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ChatSessionDto } from "@/lib/features/chat/dto";
import { activeSessionsQuery, chatKeys } from "@/lib/features/chat/hooks";

/** The title is made in the background after the first answer: the list is read again after so long, milliseconds. */
const LOOKS_MS = [1000, 2500, 6000, 15_000];

/** The chat's title as the list has it; after an answer the list is read again until the automatic title is there. */
export function useSessionTitle(session: ChatSessionDto, initial: ChatSessionDto[], isAnswering: boolean): string {
  const client = useQueryClient();
  const { data } = useQuery({ ...activeSessionsQuery, initialData: { items: initial } });
  const title = data.items.find(({ id }) => id === session.id)?.title ?? session.title;
  const isUntitled = useRef(session.title === "" && !session.temporary);
  const wasAnswering = useRef(false);

  useEffect(() => {
    const isEnd = wasAnswering.current && !isAnswering;
    wasAnswering.current = isAnswering;
    if (!isEnd || !isUntitled.current) return;
    isUntitled.current = false;
    const timers = LOOKS_MS.map((wait) =>
      setTimeout(() => void client.invalidateQueries({ queryKey: chatKeys.active }), wait),
    );
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [isAnswering, client]);
  return title;
}
