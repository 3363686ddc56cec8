"use client";

import type { FieldValues } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Select, type SelectOption } from "@/components/ui/select";
import { type FieldProps, useField } from "./use-field";

interface SelectFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  options: readonly SelectOption[];
  placeholder?: string;
  /** Hears of a new value after the form has it. */
  onChange?: (value: string) => void;
}

export function SelectField<Values extends FieldValues>({
  name,
  label,
  hint,
  required,
  disabled,
  className,
  options,
  placeholder,
  onChange,
}: SelectFieldProps<Values>) {
  const show = (value: unknown) => options.find((option) => option.value === value)?.label ?? String(value ?? "");
  const { id, field, error, aria } = useField<Values>({ name, hint, label, show });
  return (
    <Field id={id} label={label} hint={hint} required={required} error={error} className={className}>
      <Select
        {...aria}
        id={id}
        options={options}
        placeholder={placeholder}
        disabled={disabled}
        invalid={Boolean(error)}
        value={field.value}
        onValueChange={(value) => {
          field.onChange(value);
          onChange?.(value);
        }}
        onBlur={field.onBlur}
        className="w-full"
      />
    </Field>
  );
}
