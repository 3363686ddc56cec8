"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { FormFailure } from "@/components/form/form-failure";
import { SelectField } from "@/components/form/select-field";
import { applyServerErrors } from "@/components/form/server-errors";
import { StaleNotice } from "@/components/form/stale-notice";
import { TextField } from "@/components/form/text-field";
import { useStaleRecord } from "@/components/form/use-stale-record";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import { PASSPHRASE_MAX } from "@/lib/config/constants";
import type { BackupsDto } from "@/lib/features/backups/dto";
import { useBackupActions } from "@/lib/features/backups/hooks";
import { backupForm } from "@/lib/features/backups/schema";

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

function valuesOf({ enabled, hour, keep }: Pick<BackupsDto, "enabled" | "hour" | "keep">) {
  return { enabled, hour: String(hour), keep, passphrase: "", remove: false };
}

/** When backups are made, how many are kept, and what locks the keys in them. */
export function BackupSettingsForm({ settings }: { settings: BackupsDto }) {
  const t = useTranslations("backups.settings");
  const { save } = useBackupActions();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useZodForm(backupForm, valuesOf(settings));
  const stale = useStaleRecord(form, { revision: settings.revision, toValues: valuesOf });
  const [enabled, remove] = useWatch({ control: form.control, name: ["enabled", "remove"] });

  const handleSubmit = form.handleSubmit(async ({ passphrase, remove: isRemoved, hour, ...rest }) => {
    setFailure(null);
    const chosen = isRemoved ? null : passphrase || undefined;
    try {
      const saved = await save.mutateAsync({
        ...rest,
        hour: Number(hour),
        passphrase: chosen,
        revision: stale.revision(),
      });
      stale.renew(saved.revision);
      form.reset({ ...rest, hour, passphrase: "", remove: false });
      toast.success();
    } catch (error) {
      if (!stale.take(error) && !applyServerErrors(form, error)) setFailure(error);
    }
  });

  const { hasPassphrase, isAdministrator } = settings;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label={t("title")}
        className="max-w-180 space-y-4 px-4 py-5 md:px-5"
        onSubmit={(event) => {
          event.preventDefault();
          void handleSubmit();
        }}
      >
        <h2 className="font-semibold text-base">{t("title")}</h2>
        <StaleNotice stale={stale} isSaving={save.isPending} onSave={() => void handleSubmit()} />
        <ChoiceField name="enabled" kind="switch" label={t("enabled")} hint={t("enabledHint")} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="hour"
            label={t("hour")}
            hint={t("hourHint", { zone: settings.timeZone })}
            options={HOURS}
            disabled={!enabled}
          />
          <TextField name="keep" kind="number" label={t("keep")} hint={t("keepHint")} inputMode="numeric" />
        </div>
        {isAdministrator ? (
          <>
            <TextField
              name="passphrase"
              kind="secret"
              label={t("passphrase")}
              hint={hasPassphrase ? t("passphraseHint") : `${t("passphraseNone")} ${t("passphraseHint")}`}
              placeholder={hasPassphrase ? t("passphraseSet") : undefined}
              maxLength={PASSPHRASE_MAX}
              autoComplete="new-password"
              disabled={remove}
            />
            {hasPassphrase && <ChoiceField name="remove" label={t("remove")} />}
          </>
        ) : (
          <p className="text-fg-3 text-xs">{t("passphraseOthers")}</p>
        )}
        <FormFailure error={failure} />
        <Button type="submit" variant="primary" loading={save.isPending}>
          {t("save")}
        </Button>
      </form>
    </FormProvider>
  );
}
