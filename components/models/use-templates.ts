"use client";

import { useLocale } from "next-intl";
import type { UseFormReturn } from "react-hook-form";
import { findTemplate, SUPPLIER_TEMPLATES } from "@/lib/models/templates";

interface Chosen {
  name: string;
  baseUrl: string;
}

/** Kinds of suppliers to choose from, and a name for a new one that none of `suppliers` has. */
export function useTemplates(suppliers: readonly { name: string }[]) {
  const isChinese = useLocale().startsWith("zh");
  const labelOf = (key: string) => {
    const template = findTemplate(key);
    return (isChinese && template?.nameZh) || (template?.name ?? "");
  };
  const freeName = (key: string) => {
    const taken = new Set(suppliers.map(({ name }) => name));
    const label = labelOf(key);
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? label : `${label} ${count}`;
      if (!taken.has(name)) return name;
    }
  };
  /** Another kind: its address, and a name of its own unless the person entered one. */
  const choose = <Input extends Chosen, Output>(of: UseFormReturn<Input, unknown, Output>, key: string) => {
    const form = of as unknown as UseFormReturn<Chosen>;
    if (!form.getFieldState("name").isDirty || !form.getValues("name").trim())
      form.resetField("name", { defaultValue: freeName(key) });
    form.setValue("baseUrl", findTemplate(key)?.baseUrl ?? "");
    form.clearErrors();
  };
  return { freeName, choose, options: SUPPLIER_TEMPLATES.map(({ key }) => ({ value: key, label: labelOf(key) })) };
}
