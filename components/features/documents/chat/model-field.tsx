"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Select, type SelectOption } from "@/components/ui/select";

interface ModelFieldProps {
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
}

/** The model that answers when none is picked beside a question. */
export function ModelField({ options, value, onChange }: ModelFieldProps) {
  const t = useTranslations("documents.config");
  const id = useId();
  return (
    <Field id={id} label={t("model")} hint={t("modelHint")}>
      <Select
        id={id}
        aria-describedby={fieldMessageId(id, true)}
        value={value}
        options={options}
        onValueChange={onChange}
        className="w-full"
      />
    </Field>
  );
}
