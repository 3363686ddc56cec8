"use client";

import { useTranslations } from "next-intl";
import { ROUNDS_MAX, VALUES_MAX } from "@/lib/features/apps/workflow/limits";
import { BodyPart } from "./body-part";
import { FormSection } from "./form-section";
import { NamedList } from "./named-list";
import { useNodeData } from "./node-form";
import { NumberRow } from "./number-row";
import { RefField } from "./ref-field";
import { TestsList } from "./tests-list";

export function LoopForm() {
  const t = useTranslations("apps-flow.form");
  const [{ rounds, variables, match, tests }, set] = useNodeData("loop");
  return (
    <>
      <FormSection title={t("loop")}>
        <BodyPart />
        <NumberRow
          label={t("rounds")}
          min={1}
          max={ROUNDS_MAX}
          value={rounds}
          onChange={(next) => next && set({ rounds: next })}
        />
        <NamedList
          field="variables"
          label={t("loopVariables")}
          hint={t("loopVariablesHint")}
          list={variables}
          max={VALUES_MAX}
          word="value"
          make={(name) => ({ name, value: "", next: "" })}
          onChange={(list, key) => set({ variables: list }, key)}
          below={(entry, index, change) => (
            <RefField
              field={`variables.${index}.next`}
              label={t("next")}
              value={entry.next}
              onChange={(next) => change({ next })}
            />
          )}
        />
      </FormSection>
      <FormSection title={t("until")}>
        <p className="text-fg-3 text-xs">{t("untilHint")}</p>
        <TestsList
          field="tests"
          label={t("until")}
          match={match}
          tests={tests}
          onMatch={(next) => set({ match: next })}
          onChange={(next, key) => set({ tests: next }, key)}
        />
      </FormSection>
    </>
  );
}
