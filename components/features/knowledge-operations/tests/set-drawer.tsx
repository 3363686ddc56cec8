"use client";

import { useTranslations } from "next-intl";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { RecallSetDto } from "@/lib/features/knowledge-operations/recall-dto";
import { useRecallActions } from "@/lib/features/knowledge-operations/recall-hooks";
import { RECALL_NAME_MAX } from "@/lib/features/knowledge-operations/recall-limits";
import { recallSetPatch } from "@/lib/features/knowledge-operations/recall-schema";

interface SetDrawerProps {
  baseId: string;
  /** Null makes a new one. */
  set: Pick<RecallSetDto, "id" | "name"> | null;
  onClose: () => void;
  onMade?: (setId: string) => void;
}

/** What a test set is called. */
export function SetDrawer({ baseId, set, onClose, onMade }: SetDrawerProps) {
  const t = useTranslations("knowledge-operations-tests.sets");
  const { create, rename } = useRecallActions();
  const form = useZodForm(recallSetPatch, { name: set?.name ?? "" });
  const saving = useSaveForm(form, {
    save: ({ name }) => (set ? rename.mutateAsync({ id: set.id, name }) : create.mutateAsync({ baseId, name })),
    onSaved: (made) => {
      onClose();
      if (made) onMade?.(made.id);
    },
  });
  return (
    <FormDrawer title={t(set ? "rename" : "create")} meta={set?.name} saving={saving} onClose={onClose}>
      <TextField name="name" label={t("name")} required maxLength={RECALL_NAME_MAX} autoComplete="off" />
    </FormDrawer>
  );
}
