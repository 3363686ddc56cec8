"use client";

import { useEffect, useState } from "react";
import { readStored, type STORED, writeStored } from "@/lib/client/stored";

export type ListView = "cards" | "table";

/** Cards or a table, as the person last chose in this browser. */
export function useView(name: typeof STORED.basesView | typeof STORED.appsView): [ListView, (view: ListView) => void] {
  const [view, setView] = useState<ListView>("cards");
  // What the browser keeps is not known to the server, which renders cards.
  useEffect(() => {
    if (readStored(name) === "table") setView("table");
  }, [name]);
  return [
    view,
    (next) => {
      setView(next);
      writeStored(name, next === "cards" ? null : next);
    },
  ];
}
