"use client";

import { Segmented } from "@/components/ui/segmented";
import type { Locale } from "@/lib/i18n/locales";

interface LanguageChoiceProps {
  label: string;
  value: Locale;
  onChange: (language: Locale) => void;
}

/** Which language of a text is shown; the names of languages are their own. */
export function LanguageChoice({ label, value, onChange }: LanguageChoiceProps) {
  return (
    <Segmented
      aria-label={label}
      value={value}
      onValueChange={onChange}
      options={[
        { value: "zh_CN", label: "中文" },
        { value: "en_US", label: "English" },
      ]}
    />
  );
}
