"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { VALUES_MAX } from "@/lib/features/apps/workflow/limits";
import { FieldProblems } from "./field-problems";
import { FormSection } from "./form-section";
import { useNodeData, withoutEntry } from "./node-form";
import { RefField } from "./ref-field";
import { SelectRow } from "./select-row";

export function JoinForm() {
  const t = useTranslations("apps-flow.form");
  const modes = useTranslations("apps-flow.summary.join");
  const [{ mode, values }, set] = useNodeData("join");
  return (
    <FormSection title={t("join")}>
      <SelectRow
        label={t("joinMode")}
        value={mode}
        options={[
          { value: "all", label: modes("all") },
          { value: "any", label: modes("any") },
        ]}
        onChange={(next) => set({ mode: next })}
      />
      <fieldset className="space-y-2" data-field="values">
        <legend className="mb-1.5 text-sm">{t("joinValues")}</legend>
        <p className="text-fg-3 text-xs">{t("joinValuesHint")}</p>
        {values.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value is its place
          <div key={index} className="flex items-start gap-1">
            <RefField
              field={`values.${index}`}
              label={t("valueNumbered", { number: index + 1 })}
              hidesLabel
              className="flex-1"
              placeholder={t("value")}
              value={value}
              onChange={(text) =>
                set({ values: values.map((one, place) => (place === index ? text : one)) }, `values.${index}`)
              }
            />
            <IconButton
              icon={X}
              size={32}
              label={t("removeEntry", { name: t("valueNumbered", { number: index + 1 }) })}
              onClick={() => set({ values: withoutEntry(values, index) }, "values-remove")}
            />
          </div>
        ))}
        <FieldProblems field="values" />
        <Button
          size="sm"
          icon={Plus}
          disabled={values.length >= VALUES_MAX}
          onClick={() => set({ values: [...values, ""] }, "values-add")}
        >
          {t("addValue")}
        </Button>
      </fieldset>
    </FormSection>
  );
}
