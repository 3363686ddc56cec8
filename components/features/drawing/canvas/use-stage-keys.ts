"use client";

import { useEffect, useRef } from "react";
import { BRUSH, type MaskControl } from "./use-mask";

interface StageKeys {
  control: MaskControl;
  takesMask: boolean;
  /** The version before is shown as long as the key is held. */
  onHold: (isHeld: boolean) => void;
  onFull: () => void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input, textarea, select, [role=slider]"));

/** Keys of the picture: H B E L, the brackets, undo, V while it is held, F. */
export function useStageKeys(keys: StageKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  // Keys are the window's: the picture itself takes no focus.
  useEffect(() => {
    const handleDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector("[role=dialog], [role=menu]"))
        return;
      const { control, takesMask, onHold, onFull } = latest.current;
      const key = event.key.toLowerCase();
      if ((event.ctrlKey || event.metaKey) && key === "z") {
        event.preventDefault();
        if (event.shiftKey) control.redo();
        else control.undo();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === "h") control.setTool("hand");
      else if (key === "v" && !event.repeat) onHold(true);
      else if (key === "f") onFull();
      else if (takesMask && key === "b") control.setTool("brush");
      else if (takesMask && key === "e") control.setTool("eraser");
      else if (takesMask && key === "l") control.setTool("lasso");
      else if (key === "[") control.setSize(control.size - BRUSH.step);
      else if (key === "]") control.setSize(control.size + BRUSH.step);
    };
    const handleUp = ({ key }: KeyboardEvent) => {
      if (key.toLowerCase() === "v") latest.current.onHold(false);
    };
    window.addEventListener("keydown", handleDown);
    window.addEventListener("keyup", handleUp);
    return () => {
      window.removeEventListener("keydown", handleDown);
      window.removeEventListener("keyup", handleUp);
    };
  }, []);
}
