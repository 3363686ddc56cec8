"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface NumberRowProps {
  label: string;
  value: number | undefined;
  min: number;
  max: number;
  onChange: (value: number | undefined) => void;
  unit?: string;
  hint?: string;
  /** Said where none is set; without it one must be. */
  unset?: string;
  className?: string;
}

/** A whole number in a range; one outside of it is shown and not taken. */
export function NumberRow({ label, value, min, max, onChange, unit, hint, unset, className }: NumberRowProps) {
  const t = useTranslations("apps-flow.form");
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === undefined ? "" : String(value));
  const isRight = (text: string) =>
    text === "" ? unset !== undefined : /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  const error = isRight(shown) ? undefined : t("range", { min, max });
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <Input
        id={id}
        inputMode="numeric"
        value={shown}
        placeholder={unset}
        maxLength={9}
        suffix={unit}
        invalid={error !== undefined}
        aria-describedby={fieldMessageId(id, error, hint)}
        onChange={(event) => {
          const text = event.target.value.replace(/[^\d]/g, "");
          setTyped(text);
          if (isRight(text)) onChange(text === "" ? undefined : Number(text));
        }}
        onBlur={() => setTyped((text) => (text !== null && isRight(text) ? null : text))}
      />
    </Field>
  );
}
