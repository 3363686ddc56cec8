"use client";

import { useTranslations } from "next-intl";
import { VALUES_MAX } from "@/lib/features/apps/workflow/limits";
import { CodeField } from "./code-field";
import { FieldProblems } from "./field-problems";
import { FormSection } from "./form-section";
import { NamedList } from "./named-list";
import { useNodeData } from "./node-form";

export function CodeForm() {
  const t = useTranslations("apps-flow.form");
  const [{ inputs, code }, set] = useNodeData("code");
  return (
    <FormSection title={t("code")}>
      <NamedList
        field="inputs"
        label={t("inputs")}
        list={inputs}
        max={VALUES_MAX}
        word="input"
        make={(name) => ({ name, value: "" })}
        onChange={(list, key) => set({ inputs: list }, key)}
      />
      <div data-field="code">
        <CodeField label={t("codeText")} hint={t("codeHint")} value={code} onChange={(text) => set({ code: text })} />
        <FieldProblems field="code" />
      </div>
    </FormSection>
  );
}
