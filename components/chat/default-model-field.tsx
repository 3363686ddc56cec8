"use client";

import { useController } from "react-hook-form";
import { OptionField } from "@/components/form/option-field";
import type { ChatModelDto } from "@/lib/features/chat/dto";

/** A select has no empty value. */
const DEFAULT_MODEL = "default";

interface DefaultModelFieldProps {
  name: string;
  label: string;
  hint: string;
  models: readonly ChatModelDto[];
  /** What stands for none. */
  none: string;
}

/** The model that answers where none is picked beside a question; null leaves it to the usual one. */
export function DefaultModelField({ name, label, hint, models, none }: DefaultModelFieldProps) {
  const { field } = useController({ name });
  return (
    <OptionField
      label={label}
      hint={hint}
      options={[{ value: DEFAULT_MODEL, label: none }, ...models.map(({ id, name }) => ({ value: id, label: name }))]}
      value={field.value ?? DEFAULT_MODEL}
      onChange={(value) => field.onChange(value === DEFAULT_MODEL ? null : value)}
    />
  );
}
