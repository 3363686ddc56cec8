import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef } from "react";
import { PALETTE_WORDS_MAX } from "@/lib/palette/limits";
import { closeLayer, earlyWordsStore } from "./shell-state";

/**
 * Stands where the palette will, until its code has arrived: what is typed right behind Ctrl K is kept for it. Focus goes
 * back before the palette takes it, so that closing leads to where the person was.
 */
export function PaletteWaiting() {
  const t = useTranslations("nav.palette");
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    earlyWordsStore.set("");
    input.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <input
      ref={input}
      aria-label={t("title")}
      maxLength={PALETTE_WORDS_MAX}
      className="sr-only"
      onChange={({ target }) => earlyWordsStore.set(target.value)}
      onKeyDown={({ key }) => key === "Escape" && closeLayer()}
    />
  );
}
