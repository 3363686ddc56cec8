import { useEffect } from "react";

/** Ctrl or ⌘ and the backslash: the source panel (design 8). */
export function useSourceKey(onToggle: () => void): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.isComposing || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // By place too: some keyboards have the character on a second level.
      if (event.key !== "\\" && event.code !== "Backslash") return;
      event.preventDefault();
      onToggle();
    };
    window.addEventListener("keydown", handle);
    return () => window.removeEventListener("keydown", handle);
  }, [onToggle]);
}
