"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface NameFormProps {
  label: string;
  initial: string;
  /** Characters at most. */
  max: number;
  /** Stands behind the name and stays. */
  suffix?: string;
  onChange: (name: string, isValid: boolean) => void;
}

/** One name in a dialog: not empty, not too long. */
export function NameForm({ label, initial, max, suffix, onChange }: NameFormProps) {
  const t = useTranslations("documents.name");
  const [name, setName] = useState(initial);
  const id = useId();
  const check = (value: string) => {
    const trimmed = value.trim();
    if (trimmed === "") return t("empty");
    return [...trimmed].length > max ? t("tooLong", { max }) : undefined;
  };
  const error = name === initial ? undefined : check(name);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog learns the first state once
  useEffect(() => onChange(initial.trim(), check(initial) === undefined), []);

  return (
    <Field id={id} label={label} required error={error} hint={t("hint", { max })}>
      <Input
        id={id}
        aria-describedby={fieldMessageId(id, true)}
        invalid={error !== undefined}
        value={name}
        suffix={suffix}
        autoFocus
        onChange={(event) => {
          const { value } = event.target;
          setName(value);
          onChange(value.trim(), check(value) === undefined);
        }}
      />
    </Field>
  );
}
