"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { type FieldPath, type FieldValues, useController } from "react-hook-form";
import { fieldMessageId } from "@/components/ui/field";
import { type NamedField, useNamedField } from "./named-fields";

export interface FieldProps<Values extends FieldValues> {
  name: FieldPath<Values>;
  label: string;
  hint?: string;
  required?: boolean;
  disabled?: boolean;
  className?: string;
}

/** What every field of a form needs: its value, its error in the person's language, ids that tie the parts together. */
export function useField<Values extends FieldValues>({
  name,
  hint,
  label,
  ...words
}: Pick<FieldProps<Values>, "name" | "hint"> & Partial<NamedField>) {
  const v = useTranslations("validation");
  const id = useId();
  const { field, fieldState } = useController<Values>({ name });
  const key = fieldState.error?.message;
  const known = key !== undefined && v.has(key as "invalid") ? (key as "invalid") : "invalid";
  useNamedField(name, label === undefined ? undefined : { label, ...words });
  const error = fieldState.error ? v(known) : undefined;
  return {
    id,
    field,
    error,
    aria: { "aria-describedby": fieldMessageId(id, error, hint) },
  };
}
