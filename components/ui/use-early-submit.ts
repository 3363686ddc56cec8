import { type RefObject, useEffect } from "react";

/** Sends what a person sent before the page came alive: a form, or a field marked `data-early` (`lib/client/early-submit-script`). */
export function useEarlySubmit(ref: RefObject<HTMLElement | null>, send: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come alive
  useEffect(() => {
    const shared = window as typeof window & { __earlySubmit?: HTMLElement };
    ref.current?.removeAttribute("data-early");
    if (!ref.current || shared.__earlySubmit !== ref.current) return;
    shared.__earlySubmit = undefined;
    // After what was typed early is known (`useEarlyInput`).
    setTimeout(send);
  }, []);
}
