import { useEffect, useRef } from "react";

/** Alt with the arrows walks the sources wherever the focus is (design 8), but in a field they move the caret. */
export function useStepKeys(onStep: (step: 1 | -1) => void): void {
  const current = useRef(onStep);
  useEffect(() => {
    current.current = onStep;
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      if ((event.target as Element | null)?.closest?.("input, textarea, select, [contenteditable]")) return;
      event.preventDefault();
      current.current(event.key === "ArrowUp" ? -1 : 1);
    };
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}
