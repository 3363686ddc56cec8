"use client";

import { useTranslations } from "next-intl";
import { FormSection } from "./form-section";
import { useNodeData } from "./node-form";
import { RefField } from "./ref-field";

export function AnswerForm() {
  const t = useTranslations("apps-flow.form");
  const [{ text }, set] = useNodeData("answer");
  return (
    <FormSection title={t("answer")}>
      <RefField
        field="text"
        label={t("answerText")}
        rows={6}
        hint={t("answerHint")}
        value={text}
        onChange={(next) => set({ text: next })}
      />
    </FormSection>
  );
}
