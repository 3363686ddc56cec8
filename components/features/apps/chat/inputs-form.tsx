"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { VARIABLE_TEXT_MAX } from "@/lib/features/apps/limits";
import type { AppInputs, AppVariable } from "@/lib/features/apps/variables";

interface InputsFormProps {
  variables: readonly AppVariable[];
  values: AppInputs;
  /** What is wrong, by the names of the fields; shown once it was sent. */
  wrong: Readonly<Record<string, string>>;
  onChange: (values: AppInputs) => void;
}

/** The form an app begins with. */
export function InputsForm({ variables, values, wrong, onChange }: InputsFormProps) {
  return (
    <div className="space-y-4">
      {variables.map((variable) => (
        <VariableField
          key={variable.name}
          variable={variable}
          value={values[variable.name]}
          wrong={wrong[variable.name]}
          onChange={(value) => onChange({ ...values, [variable.name]: value })}
        />
      ))}
    </div>
  );
}

interface VariableFieldProps {
  variable: AppVariable;
  value: AppInputs[string] | undefined;
  wrong: string | undefined;
  onChange: (value: AppInputs[string]) => void;
}

function VariableField({ variable, value, wrong, onChange }: VariableFieldProps) {
  const id = useId();
  const v = useTranslations("validation");
  const { label, type, required, options } = variable;
  const error = wrong && v(wrong === "required" ? "required" : "invalid");
  const text = typeof value === "string" ? value : "";
  if (type === "switch") {
    return (
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        <Switch id={id} checked={value === true} onCheckedChange={onChange} />
      </div>
    );
  }
  return (
    <Field id={id} label={label} required={required} error={error}>
      {type === "paragraph" ? (
        <Textarea
          id={id}
          rows={4}
          value={text}
          maxLength={VARIABLE_TEXT_MAX}
          invalid={Boolean(error)}
          aria-required={required}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : type === "select" ? (
        <Select
          id={id}
          value={text}
          invalid={Boolean(error)}
          options={options.map((option) => ({ value: option, label: option }))}
          onValueChange={onChange}
          className="w-full"
        />
      ) : (
        <Input
          id={id}
          type={type === "number" ? "number" : "text"}
          value={typeof value === "number" ? value : text}
          maxLength={type === "number" ? undefined : VARIABLE_TEXT_MAX}
          invalid={Boolean(error)}
          aria-required={required}
          onChange={({ target }) => {
            // An emptied field of a figure is no figure.
            if (type === "number") onChange(target.value === "" ? "" : target.valueAsNumber);
            else onChange(target.value);
          }}
        />
      )}
    </Field>
  );
}
