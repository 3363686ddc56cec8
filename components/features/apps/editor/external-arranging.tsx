"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { EXTERNAL_URL_MAX } from "@/lib/features/apps/limits";
import type { ExternalSettings } from "@/lib/features/apps/settings";

interface ExternalArrangingProps {
  settings: ExternalSettings;
  wrong: Readonly<Record<string, string>>;
  onChange: (patch: Partial<ExternalSettings>) => void;
}

/** The address of a page that is opened among the apps. */
export function ExternalArranging({ settings, wrong, onChange }: ExternalArrangingProps) {
  const t = useTranslations("apps-editor.external");
  const v = useTranslations("validation");
  const id = useId();
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-5">
      <div className="max-w-140 space-y-3">
        <Field id={id} label={t("url")} required hint={t("hint")} error={wrong.url && v("httpsAddress")}>
          <Input
            id={id}
            type="url"
            inputMode="url"
            value={settings.url}
            maxLength={EXTERNAL_URL_MAX}
            placeholder="https://"
            invalid={Boolean(wrong.url)}
            onChange={(event) => onChange({ url: event.target.value.trim() })}
          />
        </Field>
        <p className="text-fg-3 text-sm">{t("text")}</p>
      </div>
    </div>
  );
}
