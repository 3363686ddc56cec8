"use client";

import { RotateCcw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { Field, fieldMessageId } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";

interface NumberSettingProps {
  label: string;
  hint: string;
  value: number | undefined;
  /** What holds while nothing is set here, where that is known, and how it is said. */
  inherited?: number;
  unset: string;
  range: { min: number; max: number; step: number };
  isValid: boolean;
  /** A range that is too wide to be hit with a slider has none. */
  isTyped?: boolean;
  onChange: (value: number | undefined) => void;
}

/** One number with its explanation, its range and the way back to what holds without it. Needs the texts `chat-more`. */
export function NumberSetting({
  label,
  hint,
  value,
  inherited,
  unset,
  range: { min, max, step },
  isValid,
  isTyped = false,
  onChange,
}: NumberSettingProps) {
  const t = useTranslations("chat-more.settings");
  const format = useFormatter();
  const id = useId();
  const range = { min: format.number(min), max: format.number(max) };
  const read = (text: string) => onChange(text === "" || Number.isNaN(Number(text)) ? undefined : Number(text));
  return (
    <Field id={id} label={label} hint={hint} error={isValid ? undefined : t("range", range)}>
      <div className="flex items-center gap-3">
        {!isTyped && (
          <input
            type="range"
            aria-label={t("slider", { name: label })}
            min={min}
            max={max}
            step={step}
            // Without a value it stands in the middle, in grey: nothing is set.
            value={value ?? inherited ?? (min + max) / 2}
            aria-valuetext={value === undefined ? unset : undefined}
            onChange={(event) => onChange(Number(event.target.value))}
            className={cn("h-8 min-w-0 flex-1", value === undefined ? "accent-(--fg-4)" : "accent-(--primary)")}
          />
        )}
        <Input
          id={id}
          type="number"
          inputMode="decimal"
          min={min}
          max={max}
          step={isTyped ? 1 : step}
          value={value ?? ""}
          placeholder={unset}
          invalid={!isValid}
          aria-describedby={fieldMessageId(id, true)}
          onChange={(event) => read(event.target.value)}
          className={isTyped ? "flex-1" : "w-36"}
        />
        <IconButton
          icon={RotateCcw}
          iconSize={14}
          label={t("resetOne", { name: label })}
          disabled={value === undefined}
          onClick={() => onChange(undefined)}
        />
      </div>
    </Field>
  );
}
