import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** How long the message stays marked, milliseconds. */
const MARKED_MS = 2500;
/** What stands above it may still change its height while it is drawn. */
const AGAIN_MS = [120, 500];

/**
 * Brings a message that was looked for into view, once it is here, and marks it for a moment. `onGo` is told before, so
 * that nothing else moves the conversation.
 */
export function useFoundMessage(
  box: RefObject<HTMLElement | null>,
  target: string | null,
  { isHere, onGo }: { isHere: boolean; onGo: () => void },
): void {
  const shown = useRef<string | null>(null);
  const cleanUp = useRef<() => void>(() => undefined);
  useEffect(() => () => cleanUp.current(), []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !target || !isHere || shown.current === target) return;
    const message = element.querySelector<HTMLElement>(`[data-message="${CSS.escape(target)}"]`);
    if (!message) return;
    shown.current = target;
    onGo();
    const go = () => message.scrollIntoView({ block: "start" });
    go();
    message.classList.add("message-found");
    const timers = AGAIN_MS.map((wait) => setTimeout(go, wait));
    // Whoever scrolls decides.
    const release = () => {
      for (const timer of timers) clearTimeout(timer);
    };
    element.addEventListener("wheel", release, { once: true, passive: true });
    element.addEventListener("touchmove", release, { once: true, passive: true });
    element.addEventListener("keydown", release, { once: true });
    const unmark = setTimeout(() => message.classList.remove("message-found"), MARKED_MS);
    cleanUp.current = () => {
      release();
      clearTimeout(unmark);
    };
  }, [box, target, isHere, onGo]);
}
