"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useFlow } from "../flow-context";
import { useFlowTools } from "../use-names";
import { FieldProblems } from "./field-problems";
import { FormSection } from "./form-section";
import { useNodeData } from "./node-form";
import { ValueList } from "./value-list";

export function ToolForm() {
  const t = useTranslations("apps-flow.form");
  const id = useId();
  const { appId } = useFlow();
  const { tools, names } = useFlowTools(appId);
  const [{ tool, arguments: values }, set] = useNodeData("tool");
  const chosen = tools?.find(({ name }) => name === tool);
  const options = (tools ?? []).map(({ name, server }) => ({
    value: name,
    label: [names.get(name) ?? name, server].filter(Boolean).join(" · "),
  }));
  const isGone = tools !== undefined && tool !== "" && !chosen;
  return (
    <FormSection title={t("tool")}>
      <div data-field="tool">
        <Field id={id} label={t("toolName")} hint={isGone ? t("toolGone") : chosen?.description}>
          <Select
            id={id}
            value={tool || undefined}
            placeholder={t("choose")}
            options={isGone ? [{ value: tool, label: tool }, ...options] : options}
            onValueChange={(name) => set({ tool: name, arguments: [] })}
            className="w-full"
          />
        </Field>
        <FieldProblems field="tool" />
      </div>
      {tool !== "" && (
        <ValueList
          field="arguments"
          parameters={(chosen?.parameters ?? []).map(({ name, type, description, required }) => ({
            ...{ name, description, required },
            label: type ? `${name} (${type})` : name,
          }))}
          values={values}
          onChange={(next, key) => set({ arguments: next }, key)}
        />
      )}
    </FormSection>
  );
}
