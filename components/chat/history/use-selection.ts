"use client";

import { useCallback, useMemo, useState } from "react";

export interface ChatSelection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  end: () => void;
}

/** Chats chosen for one change of many; null while nothing is being chosen. */
export function useSelection(): { selection: ChatSelection | null; begin: (id?: string) => void } {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const begin = useCallback((id?: string) => setIds(new Set(id ? [id] : [])), []);
  const selection = useMemo(
    () =>
      ids && {
        ids,
        end: () => setIds(null),
        toggle: (id: string) => {
          const next = new Set(ids);
          if (!next.delete(id)) next.add(id);
          setIds(next);
        },
      },
    [ids],
  );
  return { selection, begin };
}
