"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/form/form-dialog";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { useRunActions } from "@/lib/features/apps/runs-hooks";
import { transferForm } from "@/lib/features/apps/schema";
import { ChosenPerson } from "../chosen-person";

interface HandOverDialogProps {
  runId: string;
  stepId: string;
  subject: string;
  onClose: () => void;
}

/** Who answers instead. */
export function HandOverDialog({ runId, stepId, subject, onClose }: HandOverDialogProps) {
  const t = useTranslations("apps-runs.wait");
  const { handOver } = useRunActions();
  const form = useZodForm(transferForm, { userId: "" });
  const saving = useSaveForm(form, {
    save: ({ userId }) => handOver.mutateAsync({ runId, stepId, userId }),
    toast: t("handedOver"),
    onSaved: onClose,
  });
  return (
    <FormDialog title={t("handOverTitle")} size="small" saving={saving} submit={t("handOver")} onClose={onClose}>
      {subject && <p className="text-fg-2 text-sm">{subject}</p>}
      <ChosenPerson label={t("handOverTo")} />
      <p className="text-fg-3 text-xs">{t("handOverText")}</p>
    </FormDialog>
  );
}
