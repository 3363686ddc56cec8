"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";

interface TextFormProps {
  label: string;
  initial: string;
  /** Characters at most. */
  max: number;
  /** Several lines, and may be empty. */
  isNote?: boolean;
  onChange: (text: string, isValid: boolean) => void;
}

/** One text in a dialog: the name of a folder, or a note. */
export function TextForm({ label, initial, max, isNote, onChange }: TextFormProps) {
  const t = useTranslations("personal.collected.text");
  const v = useTranslations("validation");
  const [text, setText] = useState(initial);
  const id = useId();
  const errorOf = (value: string) => {
    const trimmed = value.trim();
    if (trimmed === "" && !isNote) return v("required");
    return trimmed.length > max ? v("tooLong") : undefined;
  };
  const error = text === initial ? undefined : errorOf(text);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog learns the first state once
  useEffect(() => onChange(initial.trim(), errorOf(initial) === undefined), []);

  const shared = {
    id,
    value: text,
    invalid: error !== undefined,
    "aria-describedby": fieldMessageId(id, true),
    autoFocus: true,
  };
  const handleChange = (value: string) => {
    setText(value);
    onChange(value.trim(), errorOf(value) === undefined);
  };
  return (
    <Field id={id} label={label} required={!isNote} error={error} hint={t("limit", { max })}>
      {isNote ? (
        <Textarea {...shared} rows={6} onChange={(event) => handleChange(event.target.value)} />
      ) : (
        <Input {...shared} onChange={(event) => handleChange(event.target.value)} />
      )}
    </Field>
  );
}
