"use client";

import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { FormSubmit } from "@/components/form/form-submit";
import { HourField } from "@/components/form/hour-field";
import { SaveForm } from "@/components/form/save-form";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { PASSPHRASE_MAX } from "@/lib/config/constants";
import type { BackupsDto } from "@/lib/features/backups/dto";
import { useBackupActions } from "@/lib/features/backups/hooks";
import { backupForm } from "@/lib/features/backups/schema";

function valuesOf({ enabled, hour, keep }: Pick<BackupsDto, "enabled" | "hour" | "keep">) {
  return { enabled, hour: String(hour), keep, passphrase: "", remove: false };
}

/** When backups are made, how many are kept, and what locks the keys in them. */
export function BackupSettingsForm({ settings }: { settings: BackupsDto }) {
  const t = useTranslations("backups.settings");
  const { save } = useBackupActions();
  const form = useZodForm(backupForm, valuesOf(settings));
  const [enabled, remove] = useWatch({ control: form.control, name: ["enabled", "remove"] });

  const saving = useSaveForm(form, {
    revision: settings.revision,
    toValues: valuesOf,
    save: ({ passphrase, remove: isRemoved, hour, ...rest }, revision) => {
      const chosen = isRemoved ? null : passphrase || undefined;
      return save.mutateAsync({ ...rest, hour: Number(hour), passphrase: chosen, revision });
    },
    onSaved: (_, values) => form.reset({ ...values, passphrase: "", remove: false }),
  });

  const { hasPassphrase, isAdministrator } = settings;
  return (
    <SaveForm
      saving={saving}
      heading={<h2 className="font-semibold text-base">{t("title")}</h2>}
      aria-label={t("title")}
      className="max-w-180 space-y-4 px-4 py-5 md:px-5"
    >
      <ChoiceField name="enabled" kind="switch" label={t("enabled")} hint={t("enabledHint")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <HourField
          name="hour"
          label={t("hour")}
          hint={t("hourHint", { zone: settings.timeZone })}
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
      <FormSubmit saving={saving} label={t("save")} variant="primary" />
    </SaveForm>
  );
}
