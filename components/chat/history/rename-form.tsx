"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SESSION_TITLE_MAX } from "@/lib/config/constants";

interface RenameFormProps {
  initial: string;
  label: string;
  /** Characters. */
  max?: number;
  /** What is said of an empty name. */
  emptyError: string;
  onChange: (title: string, isValid: boolean) => void;
}

/** The name of a chat or a folder: not empty, not too long. */
export function RenameForm({ initial, label, max = SESSION_TITLE_MAX, emptyError, onChange }: RenameFormProps) {
  const t = useTranslations("chat.sessions");
  const [title, setTitle] = useState(initial);
  const [touched, setTouched] = useState(false);
  const id = useId();
  const isEmpty = title.trim() === "";
  const isTooLong = [...title.trim()].length > max;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog learns the first state once
  useEffect(() => onChange(title.trim(), !isEmpty && !isTooLong), []);

  return (
    <Field
      id={id}
      label={label}
      required
      error={touched && isEmpty ? emptyError : undefined}
      hint={t("nameHint", { max })}
    >
      <Input
        id={id}
        aria-describedby={fieldMessageId(id, true)}
        invalid={touched && isEmpty}
        value={title}
        autoFocus
        onBlur={() => setTouched(true)}
        onChange={(event) => {
          const value = event.target.value;
          setTitle(value);
          setTouched(true);
          onChange(value.trim(), value.trim() !== "" && [...value.trim()].length <= max);
        }}
      />
    </Field>
  );
}
