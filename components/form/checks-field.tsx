"use client";

import type { FieldValues } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { type FieldProps, useField } from "./use-field";

interface ChecksFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  options: readonly { value: string; label: string; hint?: string }[];
}

/** Any of a few choices; the form holds those that are ticked, in the order of the choices. */
export function ChecksField<Values extends FieldValues>({
  name,
  label,
  hint,
  disabled,
  className,
  options,
}: ChecksFieldProps<Values>) {
  const { id, field, error } = useField<Values>({ name, hint, label });
  const ticked: readonly string[] = field.value;
  const toggle = (value: string, isOn: boolean) => {
    const kept = new Set(isOn ? [...ticked, value] : ticked.filter((one) => one !== value));
    field.onChange(options.flatMap((option) => (kept.has(option.value) ? [option.value] : [])));
  };
  return (
    <fieldset className={className} aria-describedby={`${id}-message`} disabled={disabled}>
      <legend className="mb-1.5 text-fg-2 text-sm">{label}</legend>
      <ul className="space-y-2">
        {options.map((option) => (
          <li key={option.value} className="flex items-start gap-2">
            <Checkbox
              id={`${id}-${option.value}`}
              className="mt-0.5"
              checked={ticked.includes(option.value)}
              onBlur={field.onBlur}
              onCheckedChange={(checked) => toggle(option.value, checked)}
            />
            <label htmlFor={`${id}-${option.value}`} className="text-sm">
              {option.label}
              {option.hint && <span className="block text-fg-3 text-xs">{option.hint}</span>}
            </label>
          </li>
        ))}
      </ul>
      <p id={`${id}-message`} className={`mt-1 text-xs ${error ? "text-danger-ink" : "text-fg-3"}`}>
        {error ?? hint}
      </p>
    </fieldset>
  );
}
