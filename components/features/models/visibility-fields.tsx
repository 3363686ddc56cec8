"use client";

import { useTranslations } from "next-intl";
import { useController, useWatch } from "react-hook-form";
import { useNamedField } from "@/components/form/named-fields";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import type { ModelDetailDto } from "@/lib/features/models/dto";
import { SubjectPicker } from "./subject-picker";

interface VisibilityValues {
  visibility: "all" | "partial";
  roleIds: string[];
  departmentIds: string[];
}

/** Who finds the model in their lists. Stands inside a `FormProvider`. */
export function VisibilityFields({ detail }: { detail: ModelDetailDto }) {
  const t = useTranslations("models.visibility");
  const { field } = useController<VisibilityValues, "visibility">({ name: "visibility" });
  useNamedField("visibility", { label: t("title"), show: (value) => t(value === "all" ? "all" : "partial") });
  const [roleIds, departmentIds] = useWatch<VisibilityValues, ["roleIds", "departmentIds"]>({
    name: ["roleIds", "departmentIds"],
  });
  return (
    <fieldset className="min-w-0 space-y-3 border-t pt-4">
      <legend className="float-left w-full font-semibold text-base">{t("title")}</legend>
      <RadioGroup aria-label={t("title")} value={field.value} onValueChange={field.onChange} className="clear-both">
        <RadioGroupItem value="all" label={t("all")} />
        <RadioGroupItem value="partial" label={t("partial")} />
      </RadioGroup>
      {field.value === "partial" && (
        <>
          <SubjectPicker kind="role" known={detail.roles} />
          <SubjectPicker kind="department" known={detail.departments} />
          <p className="text-fg-3 text-xs">{roleIds.length + departmentIds.length === 0 ? t("nobody") : t("hint")}</p>
        </>
      )}
    </fieldset>
  );
}
