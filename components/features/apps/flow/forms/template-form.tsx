"use client";

import { useTranslations } from "next-intl";
import { FormSection } from "./form-section";
import { useNodeData } from "./node-form";
import { RefField } from "./ref-field";

export function TemplateForm() {
  const t = useTranslations("apps-flow.form");
  const [{ template }, set] = useNodeData("template");
  return (
    <FormSection title={t("template")} meta={t("count", { count: [...template].length })}>
      <RefField
        field="template"
        label={t("templateText")}
        rows={8}
        hint={t("referenceHint")}
        value={template}
        onChange={(text) => set({ template: text })}
      />
    </FormSection>
  );
}
