"use client";

import { useEffect, useState } from "react";

/**
 * A part over the whole screen. The document goes full screen and the part lies over it: were the part alone full screen,
 * menus, tooltips and messages, which stand beside it in the document, would not be seen. A browser without full screen
 * (phones) shows the part over the whole window.
 */
export function useFullScreen() {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    if (!isFull) return;
    const handleChange = () => document.fullscreenElement || setFull(false);
    const handleKey = (event: KeyboardEvent) => {
      // A menu or a field takes the key first.
      if (event.key === "Escape" && !event.defaultPrevented && !document.fullscreenElement) setFull(false);
    };
    document.addEventListener("fullscreenchange", handleChange);
    document.addEventListener("keydown", handleKey);
    return () => {
      document.removeEventListener("fullscreenchange", handleChange);
      document.removeEventListener("keydown", handleKey);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [isFull]);
  const toggleFull = () => {
    setFull(!isFull);
    if (!isFull) void document.documentElement.requestFullscreen?.().catch(() => undefined);
  };
  return { isFull, toggleFull };
}
