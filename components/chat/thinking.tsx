"use client";

import { Brain, ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";

interface ThinkingProps {
  text: string;
  isRunning: boolean;
  milliseconds: number | null;
}

/** A model's thinking: open while it runs, folds by itself when it ends unless the reader touched it (design 7.5). */
export function Thinking({ text, isRunning, milliseconds }: ThinkingProps) {
  const t = useTranslations("chat.answer");
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOpen = choice ?? isRunning;
  const seconds = milliseconds === null ? null : Math.max(1, Math.round(milliseconds / 1000));
  return (
    <div className="mb-3 rounded-md border bg-subtle">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setChoice(!isOpen)}
        className="flex h-9 w-full items-center gap-2 rounded-md px-3 text-sm text-fg-2 hover:text-fg pointer-coarse:h-11"
      >
        {isRunning ? <Spinner size={15} /> : <Brain aria-hidden size={15} strokeWidth={1.75} className="text-fg-3" />}
        <span className={cn(isRunning && "font-semibold")}>{isRunning ? t("thinking") : t("thought")}</span>
        {!isRunning && seconds !== null && (
          <span className="tnum text-xs text-fg-3">{t("thoughtTime", { seconds })}</span>
        )}
        <ChevronDown aria-hidden size={14} className={cn("ml-auto text-fg-3", isOpen && "rotate-180")} />
      </button>
      {isOpen && (
        <div className="max-h-80 overflow-y-auto whitespace-pre-wrap border-t px-3 py-2.5 text-sm leading-6 text-fg-3 wrap-anywhere">
          {text}
        </div>
      )}
    </div>
  );
}
