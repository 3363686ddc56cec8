"use client";

import { useTranslations } from "next-intl";
import { ITEMS_MAX, PARALLEL_MAX } from "@/lib/features/apps/workflow/limits";
import { BodyPart } from "./body-part";
import { FormSection } from "./form-section";
import { useNodeData } from "./node-form";
import { NumberRow } from "./number-row";
import { RefField } from "./ref-field";
import { SelectRow } from "./select-row";

const ITEM_ERRORS = ["stop", "empty", "omit"] as const;

export function IterationForm() {
  const t = useTranslations("apps-flow.form");
  const [{ list, parallel, itemErrors, output }, set] = useNodeData("iteration");
  return (
    <FormSection title={t("iteration")}>
      <RefField
        field="list"
        label={t("list")}
        hint={t("listHint", { max: ITEMS_MAX })}
        value={list}
        onChange={(text) => set({ list: text })}
      />
      <BodyPart />
      <RefField
        field="output"
        label={t("itemOutput")}
        hint={t("itemOutputHint")}
        value={output}
        onChange={(text) => set({ output: text })}
      />
      <NumberRow
        label={t("parallel")}
        hint={t("parallelHint")}
        min={1}
        max={PARALLEL_MAX}
        value={parallel}
        onChange={(next) => next && set({ parallel: next })}
      />
      <SelectRow
        label={t("itemErrors")}
        value={itemErrors}
        options={ITEM_ERRORS.map((value) => ({ value, label: t(`itemError.${value}`) }))}
        onChange={(value) => set({ itemErrors: value })}
      />
    </FormSection>
  );
}
