"use client";

import { useEffect, useRef, useState } from "react";

interface Shown {
  text: string;
  left: number;
  top: number;
  beside: boolean;
}

const DELAY_MS = 300; // design 3

/**
 * One layer for the tooltips of the whole page: any element with `data-tooltip` gets one after 300 ms of pointing or at
 * once when the keyboard walks to it, Esc hides it. It repeats the element's accessible name, so it is hidden from assistive
 * technology. `data-tooltip-side="right"` puts it beside the element.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let target: HTMLElement | null = null;
    // A dialog that opens puts the focus on its first button: nobody asked what that is.
    let isWalking = false;

    const show = (element: HTMLElement) => {
      const text = element.dataset.tooltip;
      // What is open says itself what it is.
      if (!text || !element.isConnected || element.dataset.state === "open") return;
      const area = element.getBoundingClientRect();
      const beside = element.dataset.tooltipSide === "right";
      // Beside belongs to icons in a rail; a wide row shows its name.
      if (beside && area.width > 64) return;
      setShown({
        text,
        beside,
        left: beside ? area.right + 8 : area.left + area.width / 2,
        top: beside ? area.top + area.height / 2 : area.bottom + 6,
      });
    };
    const hide = () => {
      clearTimeout(timer);
      target = null;
      setShown(null);
    };
    const enter = (event: Event) => {
      // A finger points at nothing: what it presses opens, and must not be covered.
      if ("pointerType" in event && event.pointerType === "touch") return;
      const element = (event.target as Element).closest?.<HTMLElement>("[data-tooltip]") ?? null;
      if (element === target) return;
      hide();
      if (!element) return;
      target = element;
      if (event.type === "focusin") {
        if (isWalking && element.matches(":focus-visible")) show(element);
      } else {
        timer = setTimeout(() => show(element), DELAY_MS);
      }
    };
    const press = () => {
      isWalking = false;
      hide();
    };
    const key = (event: KeyboardEvent) => {
      isWalking = event.key === "Tab" || event.key.startsWith("Arrow");
      if (event.key === "Escape") hide();
    };
    document.addEventListener("pointerover", enter);
    document.addEventListener("focusin", enter);
    document.addEventListener("pointerdown", press);
    // Before what the key does moves the focus.
    document.addEventListener("keydown", key, true);
    window.addEventListener("scroll", hide, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", enter);
      document.removeEventListener("focusin", enter);
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("keydown", key, true);
      window.removeEventListener("scroll", hide, true);
    };
  }, []);

  useEffect(() => {
    const node = box.current;
    if (!node || !shown) return;
    const { left, right, bottom } = node.getBoundingClientRect();
    const shift = left < 8 ? 8 - left : Math.min(0, window.innerWidth - 8 - right);
    node.style.marginLeft = `${shift}px`;
    if (!shown.beside && bottom > window.innerHeight - 8) node.style.marginTop = `${-(bottom - shown.top) - 44}px`;
  }, [shown]);

  if (!shown) return null;
  return (
    <div
      ref={box}
      key={`${shown.text}${shown.left}${shown.top}`}
      aria-hidden
      className={`fade pointer-events-none fixed z-(--z-tooltip) w-max max-w-72 rounded-sm bg-fg px-2 py-1 text-xs text-background shadow-md ${shown.beside ? "-translate-y-1/2" : "-translate-x-1/2"}`}
      style={{ left: shown.left, top: shown.top }}
    >
      {shown.text}
    </div>
  );
}
