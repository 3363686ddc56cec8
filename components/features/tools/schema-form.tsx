"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { FieldValues, SchemaField } from "@/lib/features/tools/schema-fields";
import { ownValue } from "@/lib/text/own-value";

interface SchemaFormProps {
  idPrefix: string;
  fields: readonly SchemaField[];
  values: FieldValues;
  /** Field to key of `validation`. */
  errors: Readonly<Record<string, string>>;
  onChange: (field: string, value: string | boolean) => void;
}

/** One field for each property of a tool's schema. Names and descriptions are the tool's own. */
export function SchemaForm({ idPrefix, fields, values, errors, onChange }: SchemaFormProps) {
  const t = useTranslations("tools.try");
  const v = useTranslations("validation");
  if (fields.length === 0) return <p className="text-fg-3 text-sm">{t("noInput")}</p>;
  return (
    <div className="space-y-4">
      {fields.map((field) => {
        const id = `${idPrefix}-${field.name}`;
        const error = ownValue(errors, field.name) && v(ownValue(errors, field.name) as "invalid");
        const hint =
          field.kind === "json" ? [field.description, t("asJson")].filter(Boolean).join(" ") : field.description;
        const value = ownValue(values, field.name);
        const text = typeof value === "string" ? value : "";
        const shared = { id, "aria-describedby": fieldMessageId(id, error, hint), "aria-required": field.required };
        const handleText = (event: { target: { value: string } }) => onChange(field.name, event.target.value);
        if (field.kind === "boolean") {
          return (
            <div key={field.name} className="flex min-h-6 items-center gap-2 text-sm">
              <Checkbox id={id} checked={value === true} onCheckedChange={(checked) => onChange(field.name, checked)} />
              <label htmlFor={id}>
                {field.name}
                {hint && <span className="ml-2 text-fg-3 text-xs">{hint}</span>}
              </label>
            </div>
          );
        }
        return (
          <Field key={field.name} id={id} label={field.name} required={field.required} hint={hint} error={error}>
            {field.kind === "choice" ? (
              <Select
                id={id}
                value={text}
                onValueChange={(next) => onChange(field.name, next)}
                options={field.options.map((option) => ({ value: option, label: option }))}
                invalid={Boolean(error)}
                className="w-full"
              />
            ) : field.kind === "long" || field.kind === "json" ? (
              <Textarea
                {...shared}
                rows={field.kind === "long" ? 6 : 3}
                maxLength={field.maxLength}
                spellCheck={false}
                invalid={Boolean(error)}
                value={text}
                onChange={handleText}
                className="font-mono"
              />
            ) : (
              <Input
                {...shared}
                maxLength={field.maxLength}
                inputMode={field.kind === "number" ? "decimal" : undefined}
                autoComplete="off"
                invalid={Boolean(error)}
                value={text}
                onChange={handleText}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}
