"use client";

import { useId } from "react";
import { useController } from "react-hook-form";
import { Switch } from "@/components/ui/switch";
import { useNamedField } from "./named-fields";

interface SwitchFieldProps {
  name: string;
  label: string;
  hint: string;
}

/** A part of the settings that is on or off; saved with the form. */
export function SwitchField({ name, label, hint }: SwitchFieldProps) {
  const { field } = useController({ name });
  useNamedField(name, { label });
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-xs text-fg-3">
          {hint}
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-hint`} checked={field.value === true} onCheckedChange={field.onChange} />
    </div>
  );
}
