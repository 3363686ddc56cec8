"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { z } from "zod";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { OPTION_MAX, OPTIONS_MAX, PROMPT_NAME_MAX } from "@/lib/features/prompts/limits";
import type { promptForm } from "@/lib/features/prompts/schema";
import { variablesOf } from "@/lib/features/prompts/template";
import { type PromptVariable, VARIABLE_KINDS, type VariableKind } from "@/lib/prompts/kinds";

type FormValues = z.input<typeof promptForm>;

/** The placeholders of the content as they are typed: how each is asked for. */
export function VariablesEditor() {
  const t = useTranslations("prompts.form");
  const form = useFormContext<FormValues>();
  const [content, declared] = useWatch({ control: form.control, name: ["content", "variables"] });
  const variables = variablesOf(content, declared);
  const errors = form.formState.errors.variables;
  const handleChange = (changed: PromptVariable) =>
    form.setValue("variables", [...declared.filter(({ name }) => name !== changed.name), changed], {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  // What was declared stays in the order it was touched; errors come by that place.
  const errorOf = (name: string) => {
    const found = errors?.[declared.findIndex((variable) => variable.name === name)];
    return found?.options?.message ?? found?.label?.message;
  };
  return (
    <section aria-label={t("variables")} className="space-y-2">
      <h3 className="text-sm">{t("variables")}</h3>
      {variables.length === 0 ? (
        <p className="text-fg-3 text-xs">{t("noVariables")}</p>
      ) : (
        <ul className="divide-y rounded-md border">
          {variables.map((variable) => (
            <li key={variable.name} className="space-y-2 p-3">
              <VariableRow variable={variable} error={errorOf(variable.name)} onChange={handleChange} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface VariableRowProps {
  variable: PromptVariable;
  error: string | undefined;
  onChange: (variable: PromptVariable) => void;
}

function VariableRow({ variable, error, onChange }: VariableRowProps) {
  const t = useTranslations("prompts.form");
  const v = useTranslations("validation");
  const id = useId();
  const [options, setOptions] = useState(variable.options.join("\n"));
  const { name, label, kind, required } = variable;
  const handleOptions = (text: string) => {
    setOptions(text);
    const lines = text.split("\n").map((line) => line.trim().slice(0, OPTION_MAX));
    onChange({ ...variable, options: [...new Set(lines.filter(Boolean))].slice(0, OPTIONS_MAX) });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <code className="max-w-40 truncate rounded-xs bg-muted px-1.5 py-0.5 text-xs">{`{{${name}}}`}</code>
        <Input
          aria-label={t("labelOf", { name })}
          placeholder={t("label")}
          maxLength={PROMPT_NAME_MAX}
          value={label}
          onChange={(event) => onChange({ ...variable, label: event.target.value })}
          className="min-w-32 flex-1"
        />
        <Select
          aria-label={t("kindOf", { name })}
          value={kind}
          options={VARIABLE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onValueChange={(value) =>
            onChange({ ...variable, kind: value as VariableKind, options: value === "choice" ? variable.options : [] })
          }
        />
        <span className="inline-flex items-center gap-1.5 text-sm">
          <Checkbox
            id={id}
            aria-label={t("requiredOf", { name })}
            checked={required}
            onCheckedChange={(checked) => onChange({ ...variable, required: checked })}
          />
          <label htmlFor={id}>{t("required")}</label>
        </span>
      </div>
      {kind === "choice" && (
        <Textarea
          aria-label={t("optionsOf", { name })}
          placeholder={t("optionsHint")}
          rows={3}
          maxLength={OPTIONS_MAX * (OPTION_MAX + 1)}
          value={options}
          invalid={Boolean(error)}
          onChange={(event) => handleOptions(event.target.value)}
        />
      )}
      {error && (
        <p role="alert" className="text-danger-ink text-xs">
          {v(v.has(error as "invalid") ? (error as "invalid") : "invalid")}
        </p>
      )}
    </>
  );
}
