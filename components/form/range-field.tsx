"use client";

import { RotateCcw } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
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
  /** The words for null, and for going back to it; without them there is no such value. */
  unset?: { is: string; reset: string };
}

/** A number in a range: slider and number together (design 7.2). */
export function RangeField({ name, label, hint, min, max, step = 1, unset }: RangeFieldProps) {
  const { id, field, error, aria } = useField({ name, hint, label });
  // Null, not undefined: that would bring the first value back.
  const value = field.value as number | null;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="flex items-center gap-3">
        <input
          type="range"
          aria-label={label}
          min={min}
          max={max}
          step={step}
          // Without a value it stands in the middle, in grey: nothing is set.
          value={value ?? (min + max) / 2}
          aria-valuetext={value === null ? unset?.is : undefined}
          onChange={(event) => field.onChange(event.target.valueAsNumber)}
          className={cn("h-6 min-w-0 flex-1", value === null ? "accent-(--fg-4)" : "accent-(--primary)")}
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
          placeholder={unset?.is}
          onBlur={field.onBlur}
          onChange={({ target }) => field.onChange(target.value === "" ? null : target.valueAsNumber)}
          className={unset ? "w-32" : "w-20"}
        />
        {unset && (
          <IconButton
            icon={RotateCcw}
            iconSize={14}
            label={unset.reset}
            disabled={value === null}
            onClick={() => field.onChange(null)}
          />
        )}
      </div>
    </Field>
  );
}
