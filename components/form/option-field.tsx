"use client";

import { useId } from "react";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Select, type SelectOption } from "@/components/ui/select";

interface OptionFieldProps {
  label: string;
  hint: string;
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
}

/** One of several, for a value the caller keeps in its form under other words. */
export function OptionField({ label, hint, options, value, onChange }: OptionFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint}>
      <Select
        id={id}
        aria-describedby={fieldMessageId(id, true)}
        value={value}
        options={options}
        onValueChange={onChange}
        className="w-full"
      />
    </Field>
  );
}
