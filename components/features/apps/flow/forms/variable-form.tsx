"use client";

import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/select";
import { VALUE_TYPES, type ValueType } from "@/lib/features/apps/workflow/graph";
import { VALUES_MAX } from "@/lib/features/apps/workflow/limits";
import { FormSection } from "./form-section";
import { NamedList } from "./named-list";
import { useNodeData } from "./node-form";

export function VariableForm() {
  const t = useTranslations("apps-flow.form");
  const types = useTranslations("apps-flow.types");
  const [{ values }, set] = useNodeData("variable");
  return (
    <FormSection title={t("variables")}>
      <NamedList
        field="values"
        label={t("values")}
        list={values}
        max={VALUES_MAX}
        word="value"
        make={(name) => ({ name, value: "", type: "text" as const })}
        onChange={(list, key) => set({ values: list }, key)}
        more={(entry, change) => (
          <Select
            aria-label={t("typeOf", { name: entry.name })}
            value={entry.type}
            options={VALUE_TYPES.map((value) => ({ value, label: types(value) }))}
            onValueChange={(type) => change({ type: type as ValueType })}
            className="w-24"
          />
        )}
      />
    </FormSection>
  );
}
