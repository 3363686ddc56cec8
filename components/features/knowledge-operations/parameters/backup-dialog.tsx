"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { useParameterActions } from "@/lib/features/knowledge-operations/parameter-hooks";
import { BACKUP_NAME_MAX } from "@/lib/features/knowledge-operations/recall-limits";
import { newBackup } from "@/lib/features/knowledge-operations/recall-schema";

interface BackupDialogProps {
  /** Null: of the center. */
  baseId: string | null;
  onClose: () => void;
}

/** Backs up parameters as they are saved, under a name. */
export function BackupDialog({ baseId, onClose }: BackupDialogProps) {
  const t = useTranslations("knowledge-operations-tests.parameters");
  const { backUp } = useParameterActions();
  const form = useZodForm(newBackup, { baseId, name: "" });
  const saving = useSaveForm(form, {
    save: (input) => backUp.mutateAsync(input),
    toast: t("backedUp"),
    onSaved: onClose,
  });
  return (
    <FormDialog title={t("backUpTitle")} size="small" saving={saving} submit={t("backUp")} onClose={onClose}>
      <TextField
        name="name"
        label={t("name")}
        hint={t("nameHint")}
        required
        maxLength={BACKUP_NAME_MAX}
        autoComplete="off"
      />
    </FormDialog>
  );
}
