"use client";

import { useTranslations } from "next-intl";
import { PASSAGES_MAX } from "@/lib/features/apps/workflow/limits";
import { BasesField } from "../../editor/bases-part";
import { FieldProblems } from "./field-problems";
import { FormSection } from "./form-section";
import { useNodeData } from "./node-form";
import { NumberRow } from "./number-row";
import { RefField } from "./ref-field";

export function KnowledgeForm() {
  const t = useTranslations("apps-flow.form");
  const [{ baseIds, query, topK }, set] = useNodeData("knowledge");
  return (
    <FormSection title={t("knowledge")}>
      <div className="space-y-2" data-field="baseIds">
        <BasesField baseIds={baseIds} onChange={(next) => set({ baseIds: next })} />
        <FieldProblems field="baseIds" />
      </div>
      <RefField
        field="query"
        label={t("query")}
        rows={2}
        hint={t("referenceHint")}
        value={query}
        onChange={(text) => set({ query: text })}
      />
      <NumberRow
        label={t("topK")}
        min={1}
        max={PASSAGES_MAX}
        value={topK}
        onChange={(next) => next && set({ topK: next })}
      />
    </FormSection>
  );
}
