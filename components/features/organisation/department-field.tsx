"use client";

import type { FieldValues } from "react-hook-form";
import { type FieldProps, useField } from "@/components/form/use-field";
import { Field } from "@/components/ui/field";
import { DepartmentPicker } from "./department-picker";

/** A department in a form. */
export function DepartmentField<Values extends FieldValues>({
  name,
  label,
  hint,
  required,
  disabled,
  without,
}: FieldProps<Values> & { without?: string }) {
  const { id, field, error, aria } = useField<Values>({ name, hint });
  return (
    <Field id={id} label={label} hint={hint} required={required} error={error}>
      <DepartmentPicker
        id={id}
        label={label}
        value={field.value || null}
        onChange={(value) => {
          field.onChange(value ?? "");
          field.onBlur();
        }}
        without={without}
        disabled={disabled}
        invalid={Boolean(error)}
        describedBy={aria["aria-describedby"]}
      />
    </Field>
  );
}
