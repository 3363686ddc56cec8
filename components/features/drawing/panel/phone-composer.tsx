"use client";

import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useEarlyInput } from "@/components/ui/use-early-input";
import { PROMPT_MAX } from "@/lib/features/drawing/limits";
import type { DrawingSettings } from "@/lib/features/drawing/settings";
import type { useLimit } from "../use-limit";

interface PhoneComposerProps {
  settings: DrawingSettings;
  limit: ReturnType<typeof useLimit>;
  isBusy: boolean;
  onChange: (settings: DrawingSettings) => void;
  onOptions: () => void;
  onDraw: () => void;
}

/** Prompt and options at the foot of a phone. */
export function PhoneComposer({ settings, limit, isBusy, onChange, onOptions, onDraw }: PhoneComposerProps) {
  const t = useTranslations("drawing");
  const { prompt, size, quality, count } = settings;
  const field = useEarlyInput<HTMLTextAreaElement>(undefined, prompt);
  const refusal = limit.refusal(count);
  const parts = [size && t(`size.${size}`), quality && t(`quality.${quality}`), t("pictures", { count })];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onDraw();
      }}
      className="sticky bottom-0 z-(--z-sticky) mt-auto border-t bg-background p-3 pb-[calc(12px+env(safe-area-inset-bottom))] md:hidden"
    >
      <div className="rounded-lg border border-border-strong bg-background p-2 shadow-md">
        <textarea
          ref={field}
          rows={1}
          aria-label={t("prompt.label")}
          placeholder={t("prompt.placeholder")}
          maxLength={PROMPT_MAX}
          value={prompt}
          onChange={({ target }) => onChange({ ...settings, prompt: target.value })}
          className="block field-sizing-content max-h-24 w-full resize-none bg-transparent px-2 py-1 text-[16px] outline-none placeholder:text-fg-3"
        />
        {refusal && (
          <p role="status" className="px-2 pt-1 text-warning-ink text-xs">
            {refusal}
          </p>
        )}
        <div className="flex items-center gap-2">
          <button
            type="button"
            onClick={onOptions}
            className="flex min-h-11 min-w-0 items-center gap-1.5 rounded-sm px-2 text-sm text-fg-2 hover:bg-muted"
          >
            <SlidersHorizontal aria-hidden size={15} strokeWidth={1.75} className="shrink-0" />
            <span className="truncate">{parts.filter(Boolean).join(" · ")}</span>
            <span className="sr-only">{t("options")}</span>
          </button>
          {limit.text && <span className="tnum ml-auto shrink-0 text-xs text-fg-3">{limit.text}</span>}
          <Button
            variant="primary"
            type="submit"
            loading={isBusy}
            disabled={prompt.trim() === "" || refusal !== null}
            className={limit.text ? undefined : "ml-auto"}
          >
            {t("drawShort")}
          </Button>
        </div>
      </div>
    </form>
  );
}
