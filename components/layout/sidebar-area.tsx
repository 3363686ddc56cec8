"use client";

import { type ReactNode, useEffect } from "react";
import { createPortal } from "react-dom";
import { useStore } from "@/lib/client/use-store";
import { areaFilledStore, areaTargetStore, narrowMenuStore } from "./shell-state";

/**
 * Puts a screen's own list (chats, pinned bases, …) into the lower half of the sidebar, or into the flyout or drawer that
 * stands in for it. Use it once per screen.
 */
export function SidebarArea({ children }: { children: ReactNode }) {
  const target = useStore(areaTargetStore, null);
  useEffect(() => {
    areaFilledStore.set(true);
    return () => areaFilledStore.set(false);
  }, []);
  return target && createPortal(children, target);
}

/** Keeps the sidebar narrow while the screen needs the room. */
export function useNarrowMenu(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    narrowMenuStore.set(true);
    return () => narrowMenuStore.set(false);
  }, [wanted]);
}

/** A place the lower half can appear in; the one mounted last wins. */
export function AreaTarget({ className }: { className?: string }) {
  return (
    <div
      className={className}
      ref={(element) => {
        if (!element) return;
        const before = areaTargetStore.get();
        areaTargetStore.set(element);
        return () => areaTargetStore.set((current) => (current === element ? before : current));
      }}
    />
  );
}
