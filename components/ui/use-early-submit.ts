import { type RefObject, useEffect } from "react";

/** Sends a form that a person sent before the page came alive (`lib/client/early-submit-script`). */
export function useEarlySubmit(form: RefObject<HTMLFormElement | null>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come alive
  useEffect(() => {
    const shared = window as typeof window & { __earlySubmit?: HTMLFormElement };
    if (!form.current || shared.__earlySubmit !== form.current) return;
    shared.__earlySubmit = undefined;
    // After what was typed early is known (`useEarlyInput`).
    setTimeout(() => form.current?.requestSubmit());
  }, []);
}
