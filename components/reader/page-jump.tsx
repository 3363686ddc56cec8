"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Part } from "@/lib/parsing/types";

interface PageJumpProps {
  number: number;
  parts: readonly Part[];
  onJump: (number: number) => void;
}

/** "Page 3 / 12": the number can be typed over. */
export function PageJump({ number, parts, onJump }: PageJumpProps) {
  const t = useTranslations("reader");
  const [typed, setTyped] = useState<string | null>(null);
  const last = parts.at(-1)?.number ?? 1;
  const kind = parts[0]?.kind === "slide" ? "slide" : "page";
  const go = () => {
    const wanted = Number(typed);
    if (typed?.trim() && Number.isFinite(wanted)) onJump(Math.min(last, Math.max(1, Math.round(wanted))));
    setTyped(null);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
      className="tnum flex items-center gap-1 whitespace-nowrap"
    >
      {t(`view.${kind}Before`)}
      <input
        inputMode="numeric"
        maxLength={6}
        aria-label={t(`view.${kind}Jump`, { last })}
        value={typed ?? String(number)}
        onChange={(event) => setTyped(event.target.value.replace(/[^\d]/g, ""))}
        onFocus={(event) => event.target.select()}
        onBlur={go}
        style={{ width: `${Math.max(2, String(last).length) + 1.6}ch` }}
        className="h-6 rounded-xs border border-border bg-background text-center text-fg outline-none focus-visible:border-ring pointer-coarse:h-9"
      />
      {t(`view.${kind}After`, { last })}
    </form>
  );
}
