"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { useController, useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { useNamedField } from "@/components/form/named-fields";
import { Checkbox } from "@/components/ui/checkbox";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/skeleton";
import type { ToolVisibility } from "@/lib/config/tool-kinds";
import type { ToolAccessDto } from "@/lib/features/tools/dto";
import { choicesQuery } from "@/lib/features/tools/hooks";

interface AccessValues {
  optional: boolean;
  visibility: ToolVisibility;
  roleIds: string[];
  anyModel: boolean;
  modelIds: string[];
}

export type StoredAccess = Pick<ToolAccessDto, "optional" | "visibility" | "roleIds" | "modelIds">;

/** The access part of a form, from what is stored. */
export function accessValues(of?: StoredAccess): AccessValues {
  return {
    optional: of?.optional ?? true,
    visibility: of?.visibility ?? "all",
    roleIds: of?.roleIds ?? [],
    anyModel: !of?.modelIds,
    modelIds: of?.modelIds ?? [],
  };
}

/** The access part of a call, from what the form holds. */
export function accessInput({ optional, visibility, roleIds, anyModel, modelIds }: AccessValues) {
  return {
    optional,
    visibility,
    roleIds: visibility === "partial" ? roleIds : [],
    modelIds: anyModel ? null : modelIds,
  };
}

/** Which roles and models may use a tool, and whether people may switch it off. Stands inside a `FormProvider`. */
export function AccessFields() {
  const t = useTranslations("tools.access");
  const isChinese = useLocale().startsWith("zh");
  const { data, isError } = useQuery(choicesQuery);
  const visibility = useController<AccessValues, "visibility">({ name: "visibility" }).field;
  const anyModel = useController<AccessValues, "anyModel">({ name: "anyModel" }).field;
  const isPartial = useWatch<AccessValues, "visibility">({ name: "visibility" }) === "partial";
  const roles = data?.roles.map(({ id, name, nameEn }) => ({ id, label: (!isChinese && nameEn) || name }));
  const models = data?.models.map(({ id, name }) => ({ id, label: name }));
  const nameIn = (options: typeof models) => (id: unknown) => options?.find((option) => option.id === id)?.label ?? "";
  useNamedField("visibility", { label: t("roles"), show: (value) => t(value === "all" ? "everybody" : "someRoles") });
  useNamedField("roleIds", { label: t("roles"), show: nameIn(roles) });
  useNamedField("anyModel", { label: t("anyModel") });
  useNamedField("modelIds", { label: t("models"), show: nameIn(models) });
  return (
    <>
      <h3 className="border-t pt-4 font-semibold text-base">{t("title")}</h3>
      <fieldset className="min-w-0 space-y-2">
        <legend className="mb-1.5 text-sm">{t("roles")}</legend>
        <RadioGroup aria-label={t("roles")} value={visibility.value} onValueChange={visibility.onChange}>
          <RadioGroupItem value="all" label={t("everybody")} />
          <RadioGroupItem value="partial" label={t("someRoles")} />
        </RadioGroup>
        {isPartial && (
          <Choices name="roleIds" label={t("roles")} options={roles} isError={isError} none={t("noRoles")} />
        )}
      </fieldset>
      <fieldset className="min-w-0 space-y-2">
        <legend className="mb-1.5 text-sm">{t("models")}</legend>
        <RadioGroup
          aria-label={t("models")}
          value={anyModel.value ? "any" : "some"}
          onValueChange={(value) => anyModel.onChange(value === "any")}
        >
          <RadioGroupItem value="any" label={t("anyModel")} />
          <RadioGroupItem value="some" label={t("someModels")} />
        </RadioGroup>
        {!anyModel.value && (
          <Choices name="modelIds" label={t("models")} options={models} isError={isError} none={t("noModels")} />
        )}
      </fieldset>
      <ChoiceField<AccessValues> name="optional" label={t("optional")} hint={t("optionalHint")} />
    </>
  );
}

interface ChoicesProps {
  name: "roleIds" | "modelIds";
  label: string;
  options: readonly { id: string; label: string }[] | undefined;
  isError: boolean;
  none: string;
}

function Choices({ name, label, options, isError, none }: ChoicesProps) {
  const t = useTranslations("tools.access");
  const v = useTranslations("validation");
  const id = useId();
  const { field, fieldState } = useController<AccessValues, "roleIds" | "modelIds">({ name });
  if (isError) return <p className="text-danger-ink text-xs">{t("failed")}</p>;
  if (!options) {
    return (
      <div role="status" aria-label={label} className="space-y-2 rounded-md border p-3">
        <Skeleton className="w-40" />
        <Skeleton className="w-52" />
      </div>
    );
  }
  if (options.length === 0) return <p className="text-fg-3 text-xs">{none}</p>;
  const toggle = (id: string, isChosen: boolean) =>
    field.onChange(isChosen ? [...field.value, id] : field.value.filter((one) => one !== id));
  return (
    <div>
      <ul className="max-h-50 overflow-y-auto rounded-md border">
        {options.map((option) => (
          <li key={option.id} className="not-last:border-b">
            <label
              htmlFor={`${id}-${option.id}`}
              className="flex min-h-9 items-center gap-3 px-3 text-sm pointer-coarse:min-h-11"
            >
              <Checkbox
                id={`${id}-${option.id}`}
                checked={field.value.includes(option.id)}
                onCheckedChange={(checked) => toggle(option.id, checked)}
              />
              <span className="min-w-0 break-words">{option.label}</span>
            </label>
          </li>
        ))}
      </ul>
      {fieldState.error?.message && (
        <p role="alert" className="mt-1 text-danger-ink text-xs">
          {v(fieldState.error.message as "invalid")}
        </p>
      )}
    </div>
  );
}
