"use client";

import { useEffect, useState } from "react";
import { readStored, STORED, writeStored } from "@/lib/client/stored";

export type BasesView = "cards" | "table";

/** Cards or a table, as the person last chose in this browser. */
export function useView(): [BasesView, (view: BasesView) => void] {
  const [view, setView] = useState<BasesView>("cards");
  // What the browser keeps is not known to the server, which renders cards.
  useEffect(() => {
    if (readStored(STORED.basesView) === "table") setView("table");
  }, []);
  return [
    view,
    (next) => {
      setView(next);
      writeStored(STORED.basesView, next === "cards" ? null : next);
    },
  ];
}
