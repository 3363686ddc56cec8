"use client";

import { useMemo } from "react";
import type { HistoryTexts } from "./use-commands";

type Key = Exclude<keyof HistoryTexts, "untitled">;

/** What an area calls its conversations, in the words of its own messages. */
export function useHistoryTexts(t: (key: Key, values: { title: string }) => string, untitled: string): HistoryTexts {
  return useMemo(() => {
    const said = (key: Key) => t(key, { title: "" });
    return {
      heading: said("heading"),
      create: said("create"),
      search: said("search"),
      untitled,
      name: said("name"),
      renameTitle: said("renameTitle"),
      deleteTitle: said("deleteTitle"),
      deleteText: (title) => t("deleteText", { title }),
    };
  }, [t, untitled]);
}
