"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useController } from "react-hook-form";
import { FormDrawer } from "@/components/form/form-drawer";
import { useNamedField } from "@/components/form/named-fields";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import type { SettingsDto } from "@/lib/features/gateway/dto";
import { keepsMore, LOG_LEVELS, type LogLevel } from "@/lib/features/gateway/kinds";
import { settingsQuery, useSettingsActions } from "@/lib/features/gateway/log-hooks";
import { settingsForm } from "@/lib/features/gateway/log-schema";

/** What one person may have open at the same time. */
const AT_ONCE = ["answersPerPerson", "answersPerChat", "openCallsPerPerson"] as const;

/** How much of each request is kept, for how long, the currency amounts are written in, and what one person may have open. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(settingsQuery);
  return data ? <SettingsForm settings={data} onClose={onClose} /> : null;
}

function SettingsForm({ settings, onClose }: { settings: SettingsDto; onClose: () => void }) {
  const t = useTranslations("gateway.settings");
  const change = useSettingsActions();
  const { currencyInUse } = settings;
  const form = useZodForm(settingsForm, valuesOf(settings));
  const saving = useSaveForm(form, {
    revision: settings.revision,
    toValues: valuesOf,
    save: (values, revision) => change.mutateAsync({ ...values, revision }),
    explains: true,
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("title")} saving={saving} onClose={onClose}>
      <LevelField now={settings.requestLogLevel} mayKeepMore={settings.mayKeepMore} />
      <TextField
        name="requestLogDays"
        kind="number"
        label={t("days")}
        hint={t("daysHint")}
        required
        suffix={t("daysUnit")}
      />
      <TextField
        name="currency"
        label={t("currency")}
        hint={currencyInUse ? t("currencyInUse") : t("currencyHint")}
        required
        disabled={currencyInUse}
        maxLength={3}
        autoComplete="off"
      />
      {AT_ONCE.map((name) => (
        <TextField key={name} name={name} kind="number" label={t(name)} hint={t(`${name}Hint`)} required />
      ))}
    </FormDrawer>
  );
}

function valuesOf({
  currencyInUse: _,
  mayKeepMore: __,
  revision: ___,
  ...values
}: Omit<SettingsDto, "currencyInUse" | "mayKeepMore" | "revision"> & Partial<SettingsDto>) {
  return values;
}

/** The four levels, each with what it keeps. */
function LevelField({ now, mayKeepMore }: { now: LogLevel; mayKeepMore: boolean }) {
  const t = useTranslations("gateway.settings");
  const { field } = useController({ name: "requestLogLevel" });
  useNamedField("requestLogLevel", {
    label: t("level.label"),
    show: (level) => t(`level.${level as SettingsDto["requestLogLevel"]}.name`),
  });
  return (
    <fieldset>
      <legend className="mb-2 text-sm">{t("level.label")}</legend>
      <RadioGroup value={field.value} onValueChange={field.onChange} className="gap-0 rounded-md border">
        {LOG_LEVELS.map((level) => (
          <div key={level} className="w-full px-3 py-2 not-last:border-b">
            <RadioGroupItem
              value={level}
              label={t(`level.${level}.name`)}
              disabled={!mayKeepMore && keepsMore(level, now)}
              aria-describedby={`level-${level}`}
            />
            <p id={`level-${level}`} className="pl-6 text-fg-3 text-xs">
              {t(`level.${level}.text`)}
            </p>
          </div>
        ))}
      </RadioGroup>
      {!mayKeepMore && <p className="mt-2 text-fg-3 text-xs">{t("level.administrators")}</p>}
    </fieldset>
  );
}
