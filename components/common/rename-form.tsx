"use client";

import { useEffect, useId, useState } from "react";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface RenameFormProps {
  initial: string;
  label: string;
  /** Characters. */
  max: number;
  hint: string;
  /** What is said of an empty name. */
  emptyError: string;
  onChange: (title: string, isValid: boolean) => void;
}

/** A name in a dialog: not empty, not too long. */
export function RenameForm({ initial, label, max, hint, emptyError, onChange }: RenameFormProps) {
  const [title, setTitle] = useState(initial);
  const [touched, setTouched] = useState(false);
  const id = useId();
  const isEmpty = title.trim() === "";
  const isTooLong = [...title.trim()].length > max;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog learns the first state once
  useEffect(() => onChange(title.trim(), !isEmpty && !isTooLong), []);

  return (
    <Field id={id} label={label} required error={touched && isEmpty ? emptyError : undefined} hint={hint}>
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
