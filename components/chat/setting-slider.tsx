"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type NumberSetting as Name, SETTING_RANGES } from "@/lib/conversation/settings";
import { NumberSetting } from "./number-setting";

interface SettingSliderProps {
  name: Name;
  value: number | undefined;
  /** What holds while nothing is set here. */
  inherited: number | undefined;
  onChange: (value: number | undefined) => void;
}

/** Token counts have no slider: their range is too wide to be hit with one. */
const TYPED: readonly Name[] = ["contextTokens", "maxOutputTokens"];

export function isInRange(name: Name, value: number | undefined): boolean {
  const { min, max } = SETTING_RANGES[name];
  const isWhole = SETTING_RANGES[name].step % 1 !== 0 || Number.isInteger(value);
  return value === undefined || (value >= min && value <= max && isWhole);
}

/** One setting of a chat, with the way back to what holds without it. */
export function SettingSlider({ name, value, inherited, onChange }: SettingSliderProps) {
  const t = useTranslations("chat-more.settings");
  const format = useFormatter();
  return (
    <NumberSetting
      label={t(`name.${name}`)}
      hint={t(`about.${name}`)}
      value={value}
      inherited={inherited}
      unset={inherited === undefined ? t(`unset.${name}`) : t("inherited", { value: format.number(inherited) })}
      range={SETTING_RANGES[name]}
      isValid={isInRange(name, value)}
      isTyped={TYPED.includes(name)}
      onChange={onChange}
    />
  );
}
