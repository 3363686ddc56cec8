"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useField } from "./use-field";

interface RangeFieldProps {
  name: string;
  label: string;
  hint: string;
  min: number;
  max: number;
  /** Of what can be chosen; whole numbers without. */
  step?: number;
}

/** A number in a range: slider and number together (design 7.2). */
export function RangeField({ name, label, hint, min, max, step = 1 }: RangeFieldProps) {
  const { id, field, error, aria } = useField({ name, hint, label });
  const value = field.value as number | undefined;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="flex items-center gap-3">
        <input
          type="range"
          aria-label={label}
          min={min}
          max={max}
          step={step}
          value={value ?? min}
          onChange={(event) => field.onChange(event.target.valueAsNumber)}
          className="h-6 min-w-0 flex-1 accent-(--primary)"
        />
        <Input
          {...aria}
          id={id}
          ref={field.ref}
          type="number"
          min={min}
          max={max}
          step={step}
          invalid={Boolean(error)}
          value={value ?? ""}
          onBlur={field.onBlur}
          onChange={({ target }) => field.onChange(target.value === "" ? undefined : target.valueAsNumber)}
          className="w-20"
        />
      </div>
    </Field>
  );
}
