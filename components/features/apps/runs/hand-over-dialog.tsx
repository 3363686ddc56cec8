"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useController } from "react-hook-form";
import { SearchPicker } from "@/components/common/search-picker";
import { FormDialog } from "@/components/form/form-dialog";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { Choice } from "@/lib/client/choices";
import { appSubjects } from "@/lib/features/apps/hooks";
import { useRunActions } from "@/lib/features/apps/runs-hooks";
import { transferForm } from "@/lib/features/apps/schema";

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
      <PersonField />
      <p className="text-fg-3 text-xs">{t("handOverText")}</p>
    </FormDialog>
  );
}

const PEOPLE = appSubjects("user");

function PersonField() {
  const t = useTranslations("apps-runs.wait");
  const v = useTranslations("validation");
  const [chosen, setChosen] = useState<Choice | null>(null);
  const { field, fieldState } = useController({ name: "userId" });
  return (
    <SearchPicker
      label={t("handOverTo")}
      required
      value={chosen}
      source={PEOPLE}
      error={fieldState.error && v("required")}
      onChange={(choice) => {
        setChosen(choice);
        field.onChange(choice?.id ?? "");
      }}
    />
  );
}
