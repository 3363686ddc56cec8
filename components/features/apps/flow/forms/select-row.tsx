"use client";

import { useId } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

interface SelectRowProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  hint?: string;
  className?: string;
}

/** One of a few. */
export function SelectRow<V extends string>({ label, value, options, onChange, hint, className }: SelectRowProps<V>) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} className={className}>
      <Select
        id={id}
        value={value}
        options={options}
        onValueChange={(next) => onChange(next as V)}
        className="w-full"
      />
    </Field>
  );
}
