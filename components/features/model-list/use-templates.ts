"use client";

import { useLocale } from "next-intl";
import { findTemplate, SUPPLIER_TEMPLATES } from "@/lib/models/templates";

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
  return { freeName, options: SUPPLIER_TEMPLATES.map(({ key }) => ({ value: key, label: labelOf(key) })) };
}
