"use client";

import { useTranslations } from "next-intl";
import { FormProvider, useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { FormFailure } from "@/components/form/form-failure";
import { HourField } from "@/components/form/hour-field";
import { SelectField } from "@/components/form/select-field";
import { StaleNotice } from "@/components/form/stale-notice";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import type { ChannelSync } from "@/lib/auth/channels/schema";
import { useSyncActions } from "@/lib/features/directory-sync/hooks";
import { syncForm } from "@/lib/features/directory-sync/schema";

interface SyncSettingsProps {
  channelId: string;
  settings: ChannelSync & { revision: string };
}

function valuesOf({ schedule, hour, disableMaxPercent, departments }: ChannelSync) {
  return { schedule, hour: String(hour), disableMaxPercent, departments };
}

/** When the directory is read by itself, and what may happen without anybody looking. No form: the drawer may be one. */
export function SyncSettings({ channelId, settings }: SyncSettingsProps) {
  const t = useTranslations("directory-sync.settings");
  const { settings: save } = useSyncActions(channelId);
  const form = useZodForm(syncForm, valuesOf(settings));
  const schedule = useWatch({ control: form.control, name: "schedule" });
  const saving = useSaveForm(form, {
    revision: settings.revision,
    toValues: valuesOf,
    save: (values, revision) => save.mutateAsync({ ...values, hour: Number(values.hour), revision }),
    onSaved: (_, values) => form.reset(values),
  });
  const schedules = (["off", "hourly", "daily"] as const).map((value) => ({ value, label: t(value) }));
  return (
    <FormProvider {...form}>
      <section aria-labelledby="sync-settings-title" className="max-w-140 space-y-4">
        <div>
          <h3 id="sync-settings-title" className="font-semibold text-base">
            {t("title")}
          </h3>
          <p className="mt-1 text-fg-3 text-sm">{t("hint")}</p>
        </div>
        <StaleNotice stale={saving.stale} isSaving={saving.isSaving} onSave={() => void saving.submit()} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField name="schedule" label={t("schedule")} options={schedules} />
          {schedule === "daily" && <HourField name="hour" label={t("hour")} hint={t("hourHint")} />}
        </div>
        <TextField
          name="disableMaxPercent"
          kind="number"
          label={t("disableMaxPercent")}
          hint={t("disableMaxPercentHint")}
          inputMode="numeric"
        />
        <ChoiceField name="departments" kind="switch" label={t("departments")} hint={t("departmentsHint")} />
        <FormFailure error={saving.failure} />
        <Button loading={saving.isSaving} onClick={() => void saving.submit()}>
          {t("save")}
        </Button>
      </section>
    </FormProvider>
  );
}
