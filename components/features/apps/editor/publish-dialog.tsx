"use client";

import { useTranslations } from "next-intl";
import { z } from "zod";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDialog } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { ApiError } from "@/lib/client/api-error";
import type { AppDetailDto } from "@/lib/features/apps/dto";
import { useAppActions } from "@/lib/features/apps/hooks";
import { VERSION_NOTE_MAX } from "@/lib/features/apps/limits";
import { line } from "@/lib/text/line";

const publishForm = z.object({ note: line(VERSION_NOTE_MAX), trial: z.boolean() });

interface PublishDialogProps {
  app: AppDetailDto;
  /** Of the draft; a tool has none. */
  revision: number | undefined;
  onClose: () => void;
  onPublished: () => void;
}

/** Puts the draft in use as a version, for all it is shown to or for a trial. */
export function PublishDialog({ app, revision, onClose, onPublished }: PublishDialogProps) {
  const t = useTranslations("apps-editor.publishForm");
  const { publish } = useAppActions();
  const form = useZodForm(publishForm, { note: "", trial: app.state === "trial" });
  const saving = useSaveForm(form, {
    save: (values) => publish.mutateAsync({ id: app.id, revision, ...values }),
    toast: t("done"),
    explains: true,
    onSaved: onPublished,
  });
  const missing = missingOf(saving.failure);
  return (
    <FormDialog title={t("title")} size="small" saving={saving} submit={t("submit")} onClose={onClose}>
      <p className="text-fg-2 text-sm">{t(app.visibility === "self" ? "onlySelf" : app.visibility)}</p>
      {revision !== undefined && (
        <TextField name="note" label={t("note")} hint={t("noteHint")} maxLength={VERSION_NOTE_MAX} autoComplete="off" />
      )}
      <ChoiceField name="trial" kind="switch" label={t("trial")} hint={t("trialHint")} />
      {missing.length > 0 && (
        <ul className="list-disc pl-5 text-danger-ink text-sm">
          {missing.map((field) => (
            <li key={field}>{t(`missing.${field as "url"}`)}</li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}

function missingOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [];
  const data = error.data as { error?: string; fields?: Record<string, string> } | null;
  return data?.error === "appIncomplete" ? Object.keys(data.fields ?? {}) : [];
}
