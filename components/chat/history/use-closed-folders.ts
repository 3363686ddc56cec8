"use client";

import { useState } from "react";
import { readStored, STORED, writeStored } from "@/lib/client/stored";

/** Folders the person keeps closed, remembered in this browser. */
export function useClosedFolders(): { isClosed: (id: string) => boolean; toggle: (id: string) => void } {
  const [closed, setClosed] = useState<ReadonlySet<string>>(read);
  return {
    isClosed: (id) => closed.has(id),
    toggle: (id) => {
      const next = new Set(closed);
      if (!next.delete(id)) next.add(id);
      setClosed(next);
      writeStored(STORED.closedChatFolders, next.size > 0 ? [...next].join(",") : null);
    },
  };
}

function read(): ReadonlySet<string> {
  return new Set(readStored(STORED.closedChatFolders)?.split(",").filter(Boolean));
}
