"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { DateInput } from "@/components/common/date-input";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import type { PromptDetail } from "@/lib/features/prompts/dto";
import { VALUE_MAX } from "@/lib/features/prompts/limits";
import { fillTemplate, type Values } from "@/lib/features/prompts/template";
import type { PromptVariable } from "@/lib/prompts/kinds";
import { ownValue } from "@/lib/text/own-value";
import { PromptText } from "./prompt-text";

interface UsePanelProps {
  prompt: PromptDetail;
  values: Values;
  errors: Values;
  onChange: (name: string, value: string) => void;
}

/** The form over a prompt's placeholders with what it will say. */
export function UsePanel({ prompt, values, errors, onChange }: UsePanelProps) {
  const t = useTranslations("prompts.use");
  const { content, variables } = prompt;
  const count = [...fillTemplate(content, values, t("blank"))].length;
  const max = CHAT_INPUT_MAX.personal;
  return (
    <div className="space-y-4">
      {variables.length === 0 && <p className="text-fg-3 text-sm">{t("noVariables")}</p>}
      {variables.map((variable) => (
        <VariableField
          key={variable.name}
          variable={variable}
          value={ownValue(values, variable.name) ?? ""}
          error={ownValue(errors, variable.name)}
          onChange={(value) => onChange(variable.name, value)}
        />
      ))}
      <section aria-label={t("preview")}>
        <h3 className="mb-1.5 text-sm">{t("preview")}</h3>
        <PromptText content={content} variables={variables} values={values} />
        <p role="status" className={`tnum mt-1 text-xs ${count > max ? "text-warning-ink" : "text-fg-3"}`}>
          {t(count > max ? "tooLong" : "length", { count, max })}
        </p>
      </section>
    </div>
  );
}

interface VariableFieldProps {
  variable: PromptVariable;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function VariableField({ variable, value, error: key, onChange }: VariableFieldProps) {
  const t = useTranslations("prompts.use");
  const v = useTranslations("validation");
  const id = useId();
  const { name, label, kind, required, options } = variable;
  const error = key ? v(v.has(key as "invalid") ? (key as "invalid") : "invalid") : undefined;
  const hint = required ? undefined : t("optional");
  const shared = {
    id,
    "data-variable": name,
    "aria-describedby": fieldMessageId(id, error, hint),
    invalid: Boolean(error),
  };
  return (
    <Field id={id} label={label || name} required={required} error={error} hint={hint}>
      {kind === "choice" ? (
        <Select
          {...shared}
          className="w-full"
          value={value || undefined}
          placeholder={t("choose")}
          options={options.map((option) => ({ value: option, label: option }))}
          onValueChange={onChange}
        />
      ) : kind === "paragraph" ? (
        <Textarea
          {...shared}
          aria-required={required}
          rows={5}
          maxLength={VALUE_MAX.paragraph}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : kind === "date" ? (
        <DateInput {...shared} aria-required={required} value={value} onValueChange={onChange} />
      ) : (
        <Input
          {...shared}
          aria-required={required}
          inputMode={kind === "number" ? "decimal" : undefined}
          maxLength={VALUE_MAX.text}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
