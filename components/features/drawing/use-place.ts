"use client";

import { useSearchParams } from "next/navigation";
import { type DrawingPlace, drawingAddress } from "@/lib/features/drawing/filter";

/** Where the screen of drawing stands; each step is one of the browser's history, but for words that are typed. */
export function useDrawingPlace() {
  const place = drawingAddress.read(Object.fromEntries(useSearchParams()));
  const go = (patch: Partial<DrawingPlace>, way: "push" | "replace" = "push") => {
    const next = `${window.location.pathname}${drawingAddress.query({ ...place, ...patch })}`;
    if (way === "push") window.history.pushState(null, "", next);
    else window.history.replaceState(null, "", next);
  };
  return { place, go };
}
