"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

/** Stands for the model of whoever asks: a choice needs a value. */
const DEFAULT_MODEL = "default";

interface ModelFieldProps {
  /** Null: the default of whoever asks. */
  modelId: string | null;
  options: ConversationOptions;
  onChange: (modelId: string | null) => void;
  /** Of the control. */
  className?: string;
}

/** The model an app asks. */
export function ModelField({ modelId, options, onChange, className }: ModelFieldProps) {
  const t = useTranslations("apps-editor.sections");
  const id = useId();
  const { items } = options.models;
  const isGone = modelId !== null && !items.some((one) => one.id === modelId);
  return (
    <Field id={id} label={t("modelLabel")} hint={isGone ? t("modelGone") : t("modelHint")}>
      <Select
        id={id}
        value={isGone ? DEFAULT_MODEL : (modelId ?? DEFAULT_MODEL)}
        options={[
          { value: DEFAULT_MODEL, label: t("modelDefault") },
          ...items.map((one) => ({ value: one.id, label: one.name })),
        ]}
        className={className}
        onValueChange={(value) => onChange(value === DEFAULT_MODEL ? null : value)}
      />
    </Field>
  );
}
