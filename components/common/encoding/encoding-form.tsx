"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import type { FoundEncoding } from "@/lib/parsing/dto";
import { ENCODINGS } from "@/lib/text/encoding/names";

/** What an encoding is called; a rare one by its technical name. */
export function useEncodingName(): (encoding: string) => string {
  const t = useTranslations("parsing.encoding");
  return (encoding) => {
    const known = ENCODINGS.find((name) => name === encoding);
    return known ? t(`name.${known}`) : encoding.toUpperCase();
  };
}

interface EncodingFormProps {
  encoding: FoundEncoding;
  onChange: (encoding: string) => void;
}

/** The readings of a text to choose from, each with its first lines. */
export function EncodingForm({ encoding: { name, readings }, onChange }: EncodingFormProps) {
  const t = useTranslations("parsing.encoding");
  const nameOf = useEncodingName();
  const [value, setValue] = useState(name);
  const id = useId();
  return (
    <>
      <p className="mb-3 text-sm text-fg-2">{t("explained")}</p>
      <RadioGroup
        aria-label={t("title")}
        value={value}
        onValueChange={(next) => {
          setValue(next);
          onChange(next);
        }}
        className="flex-col flex-nowrap gap-3"
      >
        {readings.map(({ encoding, preview }) => (
          <div key={encoding} className="rounded-md border px-3 py-2">
            <RadioGroupItem value={encoding} label={nameOf(encoding)} aria-describedby={`${id}-${encoding}`} />
            <p
              id={`${id}-${encoding}`}
              className="mt-1 max-h-20 overflow-y-auto whitespace-pre-line pl-6 text-sm text-fg-2 wrap-anywhere"
            >
              {preview}
            </p>
          </div>
        ))}
      </RadioGroup>
    </>
  );
}
