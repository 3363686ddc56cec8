"use client";

import { useTranslations } from "next-intl";
import { withRenamed } from "@/lib/features/apps/workflow/renaming";
import { SwitchRow } from "../../editor/part";
import { ReviewPart } from "../../editor/review-part";
import { VariablesPart } from "../../editor/variables-part";
import { useFlow } from "../flow-context";
import { FieldProblems } from "./field-problems";
import { FormSection } from "./form-section";
import { useNodeData, useNodeForm } from "./node-form";
import { useWrongFields } from "./use-wrong-fields";

export function StartForm() {
  const t = useTranslations("apps-flow.form");
  const [{ variables, takesFiles, reviewRules }, set] = useNodeData("start");
  const { node } = useNodeForm();
  const { store } = useFlow();
  const wrong = useWrongFields("variables", "variables");
  return (
    <>
      <FormSection title={t("fields")} meta={variables.length}>
        <div className="space-y-3" data-field="variables">
          <VariablesPart
            settings={{ variables }}
            wrong={wrong}
            hint={t("fieldsHint")}
            onChange={(patch) => set({ variables: patch.variables })}
            onRename={(before, after) =>
              store.commit((root) => withRenamed(root, `${node.id}.${before}`, `${node.id}.${after}`))
            }
          />
          <FieldProblems field="variables" />
        </div>
        <SwitchRow
          label={t("takesFiles")}
          hint={t("takesFilesHint")}
          checked={takesFiles}
          onChange={(next) => set({ takesFiles: next })}
        />
      </FormSection>
      <FormSection title={t("reviewRules")} meta={reviewRules.length} folded>
        <div className="space-y-3" data-field="reviewRules">
          <ReviewPart rules={reviewRules} onChange={(next) => set({ reviewRules: next })} />
        </div>
      </FormSection>
    </>
  );
}
