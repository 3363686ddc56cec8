"use client";

import { useTranslations } from "next-intl";
import { useController } from "react-hook-form";
import { SelectField } from "@/components/form/select-field";
import { INHERIT, USUAL } from "@/lib/features/search/settings/form";
import type { SettingsScope } from "@/lib/features/search/settings/kinds";

interface ModelFieldProps {
  name: string;
  label: string;
  hint: string;
  models: readonly { id: string; name: string }[];
  /** What stands for no choice. */
  usual: string;
  /** What holds without a choice in this scope. */
  inherited: string | null;
  scope: SettingsScope;
}

/** A model of a step; one of somebody else that this person may not use stays chosen until they choose another. */
export function ModelField({ name, label, hint, models, usual, inherited, scope }: ModelFieldProps) {
  const t = useTranslations("search-params");
  const { value } = useController({ name }).field;
  const nameOf = (id: string | null) =>
    id === null ? usual : (models.find((model) => model.id === id)?.name ?? t("foreignModel"));
  const isForeign = ![INHERIT, USUAL].includes(value) && !models.some(({ id }) => id === value);
  return (
    <SelectField
      name={name}
      label={label}
      hint={hint}
      options={[
        { value: INHERIT, label: t(`inherit.${scope}`, { value: nameOf(inherited) }) },
        { value: USUAL, label: usual },
        ...models.map((model) => ({ value: model.id, label: model.name })),
        ...(isForeign ? [{ value, label: t("foreignModel") }] : []),
      ]}
    />
  );
}
