"use client";

import { type ReactNode, useState } from "react";
import { type FieldValues, type SchemaField, toArguments } from "@/lib/features/tools/schema-fields";
import { SchemaForm } from "./schema-form";

interface ArgumentsFormProps {
  id: string;
  fields: readonly SchemaField[];
  /** The form is not sent a second time. */
  isRunning: boolean;
  /** With arguments that fit the fields; wrong ones are shown at their fields. */
  onRun: (args: Record<string, unknown>) => void;
  /** Below the fields. */
  children?: ReactNode;
}

/** Arguments of a tool entered by hand. */
export function ArgumentsForm({ id, fields, isRunning, onRun, children }: ArgumentsFormProps) {
  const [values, setValues] = useState<FieldValues>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const handleRun = () => {
    const { args, errors: wrong } = toArguments(fields, values);
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first) document.getElementById(`${id}-${first}`)?.focus();
    else onRun(args);
  };
  return (
    <form
      id={id}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRunning) handleRun();
      }}
    >
      <SchemaForm
        idPrefix={id}
        fields={fields}
        values={values}
        errors={errors}
        onChange={(field, value) => setValues((current) => ({ ...current, [field]: value }))}
      />
      {children}
    </form>
  );
}
