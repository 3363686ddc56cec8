import { type RefObject, useLayoutEffect, useRef } from "react";

/** Where the focus was; of a menu that is about to go, the button that opened it. */
function focusedNow(): HTMLElement | null {
  const active = document.activeElement;
  const opener = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const element = (opener && document.getElementById(opener)) || active;
  return element instanceof HTMLElement ? element : null;
}

function FocusMark({ into }: { into: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    into.current = focusedNow();
  }, [into]);
  return null;
}

/**
 * Closing gives the focus back to where it was (WCAG 2.4.3); Radix does so for dialogs with a trigger of their own only, and
 * ours are opened by state. `mark` is the first child of the content, ahead of whatever takes the focus there. Focus that
 * something else has taken meanwhile stays.
 */
export function useReturnFocus(onCloseAutoFocus?: (event: Event) => void) {
  const before = useRef<HTMLElement | null>(null);
  const handleClose = (event: Event) => {
    onCloseAutoFocus?.(event);
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (event.defaultPrevented || !before.current?.isConnected) return;
    event.preventDefault();
    if (isLost) before.current.focus();
  };
  return { mark: <FocusMark into={before} />, onCloseAutoFocus: handleClose };
}
