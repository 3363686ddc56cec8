"use client";

import type { FieldValues } from "react-hook-form";
import { type FieldProps, useField } from "@/components/form/use-field";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

/** A select has no empty value. */
const NONE = "none";

interface ModelFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  /** The words for no model. */
  none: string;
  /** The words for one that is set and that this person may not use. */
  foreign: string;
  models: readonly { id: string; name: string }[];
}

/** A model, or none; the form holds its id or null. */
export function ModelField<Values extends FieldValues>({
  name,
  label,
  hint,
  none,
  foreign,
  models,
}: ModelFieldProps<Values>) {
  const { id, field, error, aria } = useField<Values>({ name, hint, label });
  const chosen: string | null = field.value;
  const isForeign = chosen !== null && !models.some((model) => model.id === chosen);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <Select
        {...aria}
        id={id}
        invalid={Boolean(error)}
        value={chosen ?? NONE}
        options={[
          { value: NONE, label: none },
          ...models.map((model) => ({ value: model.id, label: model.name })),
          ...(isForeign ? [{ value: chosen, label: foreign }] : []),
        ]}
        onValueChange={(value) => field.onChange(value === NONE ? null : value)}
        onBlur={field.onBlur}
        className="w-full"
      />
    </Field>
  );
}
