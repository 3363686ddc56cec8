"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/common/copy-button";
import { outputsOf } from "@/lib/features/apps/workflow/outputs";
import { FormSection } from "./form-section";
import { useNodeForm } from "./node-form";

/** What a node hands on, each with its type, to be named by nodes after it. */
export function OutputsSection() {
  const t = useTranslations("apps-flow");
  const { node } = useNodeForm();
  const outputs = outputsOf(node);
  if (outputs.length === 0) return null;
  return (
    <FormSection title={t("outputs.title")} meta={outputs.length}>
      <ul className="space-y-0.5">
        {outputs.map(({ name, type }) => (
          <li key={name} className="flex min-h-7 items-center gap-2 text-sm">
            <span className="min-w-0 truncate font-mono text-xs">{name}</span>
            <span className="flex-1 text-fg-3 text-xs">{t(`types.${type}`)}</span>
            <CopyButton text={`{{${node.id}.${name}}}`} label={t("outputs.copy", { name })} />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
