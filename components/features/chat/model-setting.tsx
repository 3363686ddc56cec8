"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { ChatModelDto } from "@/lib/features/chat/dto";

interface ModelSettingProps {
  models: readonly ChatModelDto[];
  value: string | undefined;
  inherited: string | undefined;
  onChange: (modelId: string | undefined) => void;
}

const NONE = "none";

/** spec 3, default model: the one a chat begins with. */
export function ModelSetting({ models, value, inherited, onChange }: ModelSettingProps) {
  const t = useTranslations("chat-more.settings");
  const id = useId();
  const nameOf = (modelId: string | undefined) => models.find((model) => model.id === modelId)?.name;
  const fallback = nameOf(inherited);
  const none = fallback ? t("inherited", { value: fallback }) : t("defaultModel");
  return (
    <Field id={id} label={t("name.modelId")} hint={t("about.modelId")}>
      <Select
        id={id}
        value={nameOf(value) ? value : NONE}
        onValueChange={(chosen) => onChange(chosen === NONE ? undefined : chosen)}
        options={[{ value: NONE, label: none }, ...models.map((model) => ({ value: model.id, label: model.name }))]}
      />
    </Field>
  );
}
