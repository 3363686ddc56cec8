"use client";

import { PencilLine, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { useDrawingActions } from "@/lib/features/drawing/hooks";
import { PROMPT_MAX } from "@/lib/features/drawing/limits";

interface PromptFieldProps {
  value: string;
  onChange: (prompt: string) => void;
  canImprove: boolean;
  rows?: number;
}

/** The prompt, which a chat model makes more specific on request; that can be taken back. */
export function PromptField({ value, onChange, canImprove, rows = 4 }: PromptFieldProps) {
  const t = useTranslations("drawing.prompt");
  const id = useId();
  const [before, setBefore] = useState<{ own: string; improved: string } | null>(null);
  const { improve } = useDrawingActions();
  const isEmpty = value.trim() === "";
  const handleImprove = () =>
    improve.mutate(value, {
      onSuccess: ({ prompt }) => {
        setBefore({ own: value, improved: prompt });
        onChange(prompt);
      },
    });
  return (
    <div>
      <div className="mb-1 flex min-h-7 items-center">
        <label htmlFor={id} className="text-sm text-fg-2">
          {t("label")}
        </label>
        <div className="ml-auto flex">
          {before && before.improved === value && (
            <Button variant="ghost" size="sm" icon={Undo2} onClick={() => onChange(before.own)}>
              {t("undo")}
            </Button>
          )}
          {canImprove && (
            <Button
              variant="ghost"
              size="sm"
              icon={PencilLine}
              loading={improve.isPending}
              disabled={isEmpty}
              data-tooltip={isEmpty ? t("improveFirst") : undefined}
              onClick={handleImprove}
              className="text-primary-ink"
            >
              {improve.isPending ? t("improving") : t("improve")}
            </Button>
          )}
        </div>
      </div>
      <Textarea
        id={id}
        rows={rows}
        maxLength={PROMPT_MAX}
        value={value}
        placeholder={t("placeholder")}
        aria-describedby={`${id}-count`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-count`} className="tnum mt-0.5 text-right text-xs text-fg-3">
        {t("count", { count: value.length, max: PROMPT_MAX })}
      </p>
    </div>
  );
}
