"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SESSION_TITLE_MAX } from "@/lib/config/constants";

interface RenameFormProps {
  initial: string;
  onChange: (title: string, isValid: boolean) => void;
}

/** The name of a chat: not empty, at most 80 characters. */
export function RenameForm({ initial, onChange }: RenameFormProps) {
  const t = useTranslations("chat.sessions");
  const errors = useTranslations("errors");
  const [title, setTitle] = useState(initial);
  const [touched, setTouched] = useState(false);
  const id = useId();
  const isEmpty = title.trim() === "";
  const isTooLong = [...title.trim()].length > SESSION_TITLE_MAX;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog learns the first state once
  useEffect(() => onChange(title.trim(), !isEmpty && !isTooLong), []);

  return (
    <Field
      id={id}
      label={t("name")}
      required
      error={touched && isEmpty ? errors("sessionNameEmpty") : undefined}
      hint={t("nameHint", { max: SESSION_TITLE_MAX })}
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
          onChange(value.trim(), value.trim() !== "" && [...value.trim()].length <= SESSION_TITLE_MAX);
        }}
      />
    </Field>
  );
}
