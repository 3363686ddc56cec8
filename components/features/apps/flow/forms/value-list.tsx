"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { FieldProblems } from "./field-problems";
import { withEntry, withoutEntry } from "./node-form";
import { RefField } from "./ref-field";

export interface Parameter {
  name: string;
  /** What people call it. */
  label: string;
  description: string;
  required: boolean;
}

interface ValueListProps {
  /** Where the values stand in the node's settings. */
  field: string;
  parameters: readonly Parameter[];
  values: readonly { name: string; value: string }[];
  onChange: (values: { name: string; value: string }[], key: string) => void;
}

/** Values for what a tool or another app asks for; one it no longer asks for can be taken away. */
export function ValueList({ field, parameters, values, onChange }: ValueListProps) {
  const t = useTranslations("apps-flow.form");
  const lost = values.filter(({ name }) => !parameters.some((one) => one.name === name));
  return (
    <fieldset className="min-w-0 space-y-3" data-field={field}>
      <legend className="mb-1.5 text-sm">{t("inputs")}</legend>
      {parameters.length === 0 && lost.length === 0 && <p className="text-fg-3 text-xs">{t("noInputs")}</p>}
      {parameters.map(({ name, label, description, required }) => {
        const index = values.findIndex((one) => one.name === name);
        return (
          <RefField
            key={name}
            field={`${field}.${index < 0 ? values.length : index}.value`}
            label={required ? t("needed", { name: label }) : label}
            hint={description || undefined}
            value={values[index]?.value ?? ""}
            onChange={(value) => {
              if (index >= 0) onChange(withEntry(values, index, { value }), `${field}.${name}`);
              else onChange([...values, { name, value }], `${field}.${name}`);
            }}
          />
        );
      })}
      {lost.map(({ name, value }) => (
        <div key={name} className="flex items-center gap-2 text-sm">
          <span className="min-w-0 flex-1 truncate text-fg-3">
            <span className="font-mono">{name}</span> {t("lost")} {value}
          </span>
          <IconButton
            icon={X}
            label={t("removeEntry", { name })}
            onClick={() =>
              onChange(
                withoutEntry(
                  values,
                  values.findIndex((one) => one.name === name),
                ),
                `${field}-remove`,
              )
            }
          />
        </div>
      ))}
      <FieldProblems field={field} />
    </fieldset>
  );
}
