"use client";

import { useTranslations } from "next-intl";
import { useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import type { ChannelForm } from "@/lib/features/login-channels/schema";
import { PRESETS } from "./form-values";

/** Fills the settings for a well-known other side; everything stays open to change. */
export function Presets({ kind }: { kind: ChannelKind }) {
  const t = useTranslations("login-channels.presets");
  const { setValue } = useFormContext<ChannelForm>();
  const presets = PRESETS[kind];
  if (!presets) return null;
  const handlePick = (name: string) => {
    for (const [field, value] of Object.entries(presets[name] ?? {})) {
      setValue(`settings.${field}`, value, { shouldDirty: true, shouldValidate: true });
    }
  };
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t("title")}</legend>
      <span aria-hidden className="text-fg-3 text-xs">
        {t("title")}
      </span>
      {Object.keys(presets).map((name) => (
        <Button key={name} size="sm" onClick={() => handlePick(name)}>
          {t(name as "openLdap")}
        </Button>
      ))}
    </fieldset>
  );
}
