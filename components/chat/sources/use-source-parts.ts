"use client";

import { useEffect, useMemo, useState } from "react";
import type { ConversationState } from "@/lib/conversation/client/controller";
import type { SourceParts } from "./context";

let loaded: SourceParts | undefined;

/** What shows the sources of answers, once a conversation has an answer that cites, or is made in steps. */
export function useSourceParts({ items, live }: ConversationState): SourceParts | undefined {
  const [parts, setParts] = useState(loaded);
  const isStored = useMemo(
    () => items.some((message) => message.parts.some(({ type }) => type === "citation" || type === "steps")),
    [items],
  );
  const isWanted = isStored || (live !== null && live.citations.length + live.steps.length > 0);
  useEffect(() => {
    if (!isWanted || parts) return;
    let isOver = false;
    import("./parts").then(
      ({ SOURCE_PARTS }) => {
        loaded = SOURCE_PARTS;
        if (!isOver) setParts(SOURCE_PARTS);
      },
      // Without them the answer stays readable; the next citation tries again.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [isWanted, parts]);
  return isWanted ? parts : undefined;
}
