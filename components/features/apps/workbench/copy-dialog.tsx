"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { AppDetailDto } from "@/lib/features/apps/dto";
import { useAppActions } from "@/lib/features/apps/hooks";
import { APP_NAME_MAX } from "@/lib/features/apps/limits";
import { copyForm } from "@/lib/features/apps/schema";

/** An own app that begins as this one. */
export function CopyDialog({ app, onClose }: { app: AppDetailDto; onClose: () => void }) {
  const t = useTranslations("apps-list.copyForm");
  const { copy } = useAppActions();
  const suggested = [...t("suggested", { name: app.name })].slice(0, APP_NAME_MAX).join("");
  const form = useZodForm(copyForm, { name: suggested });
  const saving = useSaveForm(form, {
    save: ({ name }) => copy.mutateAsync({ id: app.id, name }),
    toast: t("done"),
    onSaved: onClose,
  });
  return (
    <FormDialog title={t("title")} size="small" saving={saving} submit={t("submit")} onClose={onClose}>
      <TextField name="name" label={t("name")} required maxLength={APP_NAME_MAX} autoComplete="off" />
    </FormDialog>
  );
}
