"use client";

import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { type FieldProps, useField } from "./use-field";

type TextareaFieldProps<Values extends FieldValues> = FieldProps<Values> &
  Pick<ComponentProps<typeof Textarea>, "placeholder" | "maxLength" | "rows">;

export function TextareaField<Values extends FieldValues>({
  name,
  label,
  hint,
  required,
  disabled,
  className,
  ...area
}: TextareaFieldProps<Values>) {
  const { id, field, error, aria } = useField<Values>({ name, hint, label });
  return (
    <Field id={id} label={label} hint={hint} required={required} error={error} className={className}>
      <Textarea
        {...area}
        {...aria}
        {...field}
        id={id}
        value={field.value ?? ""}
        disabled={disabled}
        invalid={Boolean(error)}
        aria-required={required}
      />
    </Field>
  );
}
