"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { VARIABLE_LABEL_MAX, VARIABLE_NAME_MAX, VARIABLES_MAX } from "@/lib/features/apps/limits";
import { type AppVariable, VARIABLE_TYPES, type VariableType } from "@/lib/features/apps/variables";
import { SwitchRow } from "./part";

interface VariablesPartProps {
  settings: { variables: AppVariable[] };
  onChange: (patch: { variables: AppVariable[] }) => void;
  wrong: Readonly<Record<string, string>>;
  /** A field was given another name that no other has: what names it follows. */
  onRename?: (before: string, after: string) => void;
  /** What the form is for, where an app does not begin with it. */
  hint?: string;
}

/** The form an app begins with; the instructions take its fields by their names. */
export function VariablesPart({ settings, onChange, onRename, wrong, hint }: VariablesPartProps) {
  const t = useTranslations("apps-editor.variables");
  const { variables } = settings;
  const names = variables.map(({ name }) => name);
  const change = (index: number, patch: Partial<AppVariable>) =>
    onChange({ variables: variables.map((one, place) => (place === index ? { ...one, ...patch } : one)) });
  const add = () => {
    let number = variables.length + 1;
    while (names.includes(`field${number}`)) number += 1;
    const made: AppVariable = {
      name: `field${number}`,
      label: t("newLabel", { number }),
      type: "text",
      required: false,
      options: [],
    };
    onChange({ variables: [...variables, made] });
  };
  return (
    <>
      <p className="text-fg-3 text-xs">{hint ?? t("hint")}</p>
      <ul className="space-y-3">
        {variables.map((variable, index) => (
          <VariableRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place while its name is typed
            key={index}
            variable={variable}
            wrong={wrongOf(wrong, index)}
            onChange={(patch) => change(index, patch)}
            onNamed={(before, after) => {
              const others = names.filter((_, place) => place !== index);
              if (after !== "" && !others.includes(after) && !others.includes(before)) onRename?.(before, after);
            }}
            onRemove={() => onChange({ variables: variables.filter((_, place) => place !== index) })}
          />
        ))}
      </ul>
      <Button size="sm" icon={Plus} disabled={variables.length >= VARIABLES_MAX} onClick={add}>
        {t("add")}
      </Button>
    </>
  );
}

/** What the server says of one field of the form. */
function wrongOf(wrong: Readonly<Record<string, string>>, index: number): Record<string, string> {
  const prefix = `variables.${index}.`;
  return Object.fromEntries(
    Object.entries(wrong).flatMap(([path, message]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length).split(".")[0], message]] : [],
    ),
  );
}

interface VariableRowProps {
  variable: AppVariable;
  wrong: Readonly<Record<string, string>>;
  onChange: (patch: Partial<AppVariable>) => void;
  /** Its name was left as another one than it was come to with. */
  onNamed: (before: string, after: string) => void;
  onRemove: () => void;
}

function VariableRow({ variable, wrong, onChange, onNamed, onRemove }: VariableRowProps) {
  const t = useTranslations("apps-editor.variables");
  const id = useId();
  const nameBefore = useRef("");
  const { name, label, type, required, options } = variable;
  return (
    <li className="space-y-2 rounded-md border bg-background p-3">
      <div className="flex items-end gap-2">
        <Field id={`${id}label`} label={t("label")} error={wrong.label && t("wrong.label")} className="flex-1">
          <Input
            id={`${id}label`}
            value={label}
            maxLength={VARIABLE_LABEL_MAX}
            invalid={Boolean(wrong.label)}
            onChange={(event) => onChange({ label: event.target.value })}
          />
        </Field>
        <IconButton icon={Trash2} label={t("remove", { name: label || name })} onClick={onRemove} />
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Field id={`${id}name`} label={t("name")} error={wrong.name && t("wrong.name")}>
          <Input
            id={`${id}name`}
            value={name}
            maxLength={VARIABLE_NAME_MAX}
            invalid={Boolean(wrong.name)}
            onFocus={() => {
              nameBefore.current = name;
            }}
            onBlur={() => {
              if (nameBefore.current !== name) onNamed(nameBefore.current, name);
            }}
            onChange={(event) => onChange({ name: event.target.value.replace(/[^A-Za-z0-9_]/g, "") })}
            className="font-mono"
          />
        </Field>
        <Field id={`${id}type`} label={t("type")}>
          <Select
            id={`${id}type`}
            value={type}
            options={VARIABLE_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
            onValueChange={(value) => onChange({ type: value as VariableType })}
          />
        </Field>
      </div>
      {type === "select" && (
        <Field
          id={`${id}options`}
          label={t("options")}
          hint={t("optionsHint")}
          error={wrong.options && t("wrong.options")}
        >
          <Textarea
            id={`${id}options`}
            rows={3}
            value={options.join("\n")}
            invalid={Boolean(wrong.options)}
            onChange={(event) => onChange({ options: event.target.value.split("\n") })}
            onBlur={() => onChange({ options: options.map((one) => one.trim()).filter((one) => one !== "") })}
          />
        </Field>
      )}
      {type !== "switch" && (
        <SwitchRow label={t("required")} checked={required} onChange={(next) => onChange({ required: next })} />
      )}
    </li>
  );
}
