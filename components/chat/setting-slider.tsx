"use client";

import { RotateCcw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { Field, fieldMessageId } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { type NumberSetting, SETTING_RANGES } from "@/lib/conversation/settings";

interface SettingSliderProps {
  name: NumberSetting;
  value: number | undefined;
  /** What holds while nothing is set here. */
  inherited: number | undefined;
  onChange: (value: number | undefined) => void;
}

/** Token counts have no slider: their range is too wide to be hit with one. */
const TYPED: readonly NumberSetting[] = ["contextTokens", "maxOutputTokens"];

export function isInRange(name: NumberSetting, value: number | undefined): boolean {
  const { min, max } = SETTING_RANGES[name];
  const isWhole = SETTING_RANGES[name].step % 1 !== 0 || Number.isInteger(value);
  return value === undefined || (value >= min && value <= max && isWhole);
}

/** One setting with its explanation, its range and the way back to what holds without it. */
export function SettingSlider({ name, value, inherited, onChange }: SettingSliderProps) {
  const t = useTranslations("chat-more.settings");
  const format = useFormatter();
  const id = useId();
  const { min, max, step } = SETTING_RANGES[name];
  const isValid = isInRange(name, value);
  const range = { min: format.number(min), max: format.number(max) };
  const unset = inherited === undefined ? t(`unset.${name}`) : t("inherited", { value: format.number(inherited) });
  const read = (text: string) => onChange(text === "" || Number.isNaN(Number(text)) ? undefined : Number(text));
  return (
    <Field id={id} label={t(`name.${name}`)} hint={t(`about.${name}`)} error={isValid ? undefined : t("range", range)}>
      <div className="flex items-center gap-3">
        {!TYPED.includes(name) && (
          <input
            type="range"
            aria-label={t("slider", { name: t(`name.${name}`) })}
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
          step={TYPED.includes(name) ? 1 : step}
          value={value ?? ""}
          placeholder={unset}
          invalid={!isValid}
          aria-describedby={fieldMessageId(id, true)}
          onChange={(event) => read(event.target.value)}
          className={TYPED.includes(name) ? "flex-1" : "w-36"}
        />
        <IconButton
          icon={RotateCcw}
          iconSize={14}
          label={t("resetOne", { name: t(`name.${name}`) })}
          disabled={value === undefined}
          onClick={() => onChange(undefined)}
        />
      </div>
    </Field>
  );
}
