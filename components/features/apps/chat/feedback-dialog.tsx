"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/form/form-dialog";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { useAppActions } from "@/lib/features/apps/hooks";
import { FEEDBACK_MAX } from "@/lib/features/apps/limits";
import { feedback } from "@/lib/features/apps/schema";

/** What somebody says of an app to whoever made it. */
export function FeedbackDialog({ app, onClose }: { app: { id: string; name: string }; onClose: () => void }) {
  const t = useTranslations("apps-chat.feedback");
  const { say } = useAppActions();
  const form = useZodForm(feedback, { text: "" });
  const saving = useSaveForm(form, {
    save: ({ text }) => say.mutateAsync({ id: app.id, text }),
    toast: t("done"),
    onSaved: onClose,
  });
  return (
    <FormDialog title={t("title")} size="small" saving={saving} submit={t("submit")} onClose={onClose}>
      <TextareaField name="text" label={t("label")} hint={t("hint")} rows={5} required maxLength={FEEDBACK_MAX} />
    </FormDialog>
  );
}
