"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { drawingKeys, openDrawingsQuery } from "@/lib/features/drawing/hooks";

/** What is being drawn, also from before the page was left; gallery and limit are read anew when one of them ends. */
export function useOpenDrawings() {
  const client = useQueryClient();
  const { data } = useQuery(openDrawingsQuery);
  const items = data?.items ?? [];
  const before = useRef(0);
  // The server alone knows when something ends.
  useEffect(() => {
    if (items.length < before.current) {
      for (const queryKey of [drawingKeys.galleries, drawingKeys.options, drawingKeys.folders])
        void client.invalidateQueries({ queryKey });
    }
    before.current = items.length;
  }, [items.length, client]);
  return items;
}
