"use client";

import type { FieldValues } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { Switch } from "@/components/ui/switch";
import { type FieldProps, useField } from "./use-field";

interface ChoiceFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  kind?: "checkbox" | "switch";
}

/** A yes or no that is saved with the form. */
export function ChoiceField<Values extends FieldValues>({
  name,
  label,
  hint,
  disabled,
  className,
  kind = "checkbox",
}: ChoiceFieldProps<Values>) {
  const { id, field, error, aria } = useField<Values>({ name, hint, label });
  const Control = kind === "switch" ? Switch : Checkbox;
  return (
    <div className={className}>
      <div className="flex min-h-6 items-center gap-2">
        <Control
          {...aria}
          id={id}
          ref={field.ref}
          checked={Boolean(field.value)}
          disabled={disabled}
          onBlur={field.onBlur}
          onCheckedChange={(checked) => field.onChange(checked === true)}
        />
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
      </div>
      {(error ?? hint) && (
        <p id={`${id}-message`} className={`mt-1 text-xs ${error ? "text-danger-ink" : "text-fg-3"}`}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
