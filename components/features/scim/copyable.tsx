"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/common/copy-button";

interface CopyableProps {
  label: string;
  hint?: string;
  value: string;
}

/** A value to carry to another console. */
export function Copyable({ label, hint, value }: CopyableProps) {
  const t = useTranslations("scim");
  return (
    <dl>
      <dt className="font-semibold text-sm">{label}</dt>
      <dd className="mt-1.5 flex items-center gap-2 rounded-sm border bg-subtle px-3 py-2">
        <code className="min-w-0 flex-1 break-all font-mono text-sm">{value}</code>
        <CopyButton text={value} label={t("copy", { what: label })} />
      </dd>
      {hint && <dd className="mt-1 text-fg-3 text-xs">{hint}</dd>}
    </dl>
  );
}
