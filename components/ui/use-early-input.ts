import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from "react";

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/**
 * Keeps what was typed into a field, or filled in by the browser, before the page came alive: hydration leaves it standing
 * there without telling anybody, and the next render would take it away.
 */
export function useEarlyInput<T extends TextElement>(ref: Ref<T> | undefined, value: unknown): RefObject<T | null> {
  const field = useRef<T>(null);
  useImperativeHandle(ref, () => field.current as T, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the first render after hydration
  useLayoutEffect(() => {
    const typed = field.current?.value;
    if (typed === undefined || value === undefined || typed === String(value ?? "")) return;
    // Not in the middle of React's own work: it would put the field back before whoever listens has read it.
    queueMicrotask(() => field.current && enter(field.current, typed));
  }, []);
  return field;
}

/** As if it were typed now. */
function enter(field: TextElement, text: string): void {
  // React passes over an event that brings the value it last saw, so it is shown another one first.
  field.value = "";
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
