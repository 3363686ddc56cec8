"use client";

import { useTranslations } from "next-intl";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { useRecallActions } from "@/lib/features/knowledge-operations/recall-hooks";
import { RECALL_PROPOSALS_MAX } from "@/lib/features/knowledge-operations/recall-limits";
import { recallProposals } from "@/lib/features/knowledge-operations/recall-schema";

const USUAL = 20;

/** Has a model write questions to slices of the base. */
export function ProposalsDrawer({ setId, onClose }: { setId: string; onClose: () => void }) {
  const t = useTranslations("knowledge-operations-tests.proposals");
  const { propose } = useRecallActions();
  const form = useZodForm(recallProposals, { count: USUAL });
  const saving = useSaveForm(form, {
    save: ({ count }) => propose.mutateAsync({ setId, count }),
    toast: false,
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("title")} submitLabel={t("begin")} saving={saving} onClose={onClose}>
      <p className="text-fg-2 text-sm">{t("text")}</p>
      <TextField
        name="count"
        kind="number"
        label={t("count")}
        hint={t("countHint", { max: RECALL_PROPOSALS_MAX })}
        required
      />
    </FormDrawer>
  );
}
