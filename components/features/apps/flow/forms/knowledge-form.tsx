"use client";

import { useTranslations } from "next-intl";
import { PASSAGES_MAX } from "@/lib/features/apps/workflow/limits";
import { BaseReach } from "../../editor/base-reach";
import { BasesField } from "../../editor/bases-part";
import { RetrievalFold } from "../../editor/retrieval-fold";
import { useFlow } from "../flow-context";
import { FieldProblems } from "./field-problems";
import { FormSection } from "./form-section";
import { useNodeData } from "./node-form";
import { NumberRow } from "./number-row";
import { RefField } from "./ref-field";

export function KnowledgeForm() {
  const t = useTranslations("apps-flow.form");
  const { appId, options } = useFlow();
  const [{ baseIds, query, topK, retrieval }, set] = useNodeData("knowledge");
  return (
    <FormSection title={t("knowledge")}>
      <div className="space-y-2" data-field="baseIds">
        <BasesField baseIds={baseIds} onChange={(next) => set({ baseIds: next })} />
        <BaseReach appId={appId} baseIds={baseIds} />
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
      {baseIds.length > 0 && (
        <div className="space-y-3" data-field="retrieval">
          <RetrievalFold
            appId={appId}
            retrieval={retrieval}
            options={options}
            onChange={(next) => set({ retrieval: next })}
          />
          {Object.keys(retrieval).map((name) => (
            <FieldProblems key={name} field={`retrieval.${name}`} />
          ))}
        </div>
      )}
    </FormSection>
  );
}
