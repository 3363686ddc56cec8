"use client";

import { useTranslations } from "next-intl";
import { DOCUMENT_CHARACTERS_MAX } from "@/lib/features/apps/workflow/limits";
import { FormSection } from "./form-section";
import { useNodeData } from "./node-form";
import { NumberRow } from "./number-row";
import { RefField } from "./ref-field";

export function DocumentForm() {
  const t = useTranslations("apps-flow.form");
  const [{ files, maxCharacters }, set] = useNodeData("document");
  return (
    <FormSection title={t("document")}>
      <RefField
        field="files"
        label={t("files")}
        hint={t("filesHint")}
        value={files}
        onChange={(text) => set({ files: text })}
      />
      <NumberRow
        label={t("maxCharacters")}
        min={100}
        max={DOCUMENT_CHARACTERS_MAX}
        value={maxCharacters}
        onChange={(next) => next && set({ maxCharacters: next })}
      />
    </FormSection>
  );
}
