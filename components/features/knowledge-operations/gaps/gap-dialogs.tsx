"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useController } from "react-hook-form";
import { z } from "zod";
import { DateInput } from "@/components/common/date-input";
import { SearchPicker } from "@/components/common/search-picker";
import { FormDialog } from "@/components/form/form-dialog";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Field } from "@/components/ui/field";
import type { Choice } from "@/lib/client/choices";
import { addDays } from "@/lib/config/time";
import type { GapCardDto } from "@/lib/features/knowledge-operations/gap-dto";
import { managerChoices, useGapActions } from "@/lib/features/knowledge-operations/gap-hooks";
import { DUE_DAYS } from "@/lib/features/knowledge-operations/gap-limits";
import { identifier } from "@/lib/text/line";
import { useGapWords } from "./use-gap-words";

const assignment = z.object({ ownerId: z.uuid("required"), dueDay: identifier(10) });

interface GapDialogProps {
  gap: GapCardDto;
  onClose: () => void;
}

/** Whose a gap is from now on, and until when. */
export function AssignDialog({ gap, onClose }: GapDialogProps) {
  const t = useTranslations("knowledge-operations-gaps");
  const { assign } = useGapActions();
  const today = new Date().toISOString().slice(0, 10);
  const form = useZodForm(assignment, { ownerId: "", dueDay: addDays(today, DUE_DAYS) });
  const saving = useSaveForm(form, {
    save: ({ ownerId, dueDay }) => assign.mutateAsync({ id: gap.id, ownerId, dueDay: dueDay || undefined }),
    toast: t("done.assigned"),
    onSaved: onClose,
  });
  return (
    <FormDialog title={t("assign.title")} size="small" saving={saving} submit={t("assign.save")} onClose={onClose}>
      <OwnerField baseId={gap.base.id} />
      <DueField least={today} />
    </FormDialog>
  );
}

function OwnerField({ baseId }: { baseId: string }) {
  const t = useTranslations("knowledge-operations-gaps.assign");
  const v = useTranslations("validation");
  const [chosen, setChosen] = useState<Choice | null>(null);
  const { field, fieldState } = useController({ name: "ownerId" });
  return (
    <SearchPicker
      label={t("owner")}
      hint={t("hint")}
      required
      value={chosen}
      source={managerChoices(baseId)}
      error={fieldState.error && v("required")}
      onChange={(choice) => {
        setChosen(choice);
        field.onChange(choice?.id ?? "");
      }}
    />
  );
}

function DueField({ least }: { least: string }) {
  const t = useTranslations("knowledge-operations-gaps.assign");
  const { field } = useController({ name: "dueDay" });
  return (
    <Field id="gap-due" label={t("due")}>
      <DateInput id="gap-due" min={least} value={field.value as string} onValueChange={field.onChange} />
    </Field>
  );
}

const merging = z.object({ intoId: z.uuid("required") });

interface MergeDialogProps extends GapDialogProps {
  others: readonly GapCardDto[];
  onMerged: (intoId: string) => void;
}

/** The gap of the same base that takes the questions of this one in. */
export function MergeDialog({ gap, others, onClose, onMerged }: MergeDialogProps) {
  const t = useTranslations("knowledge-operations-gaps");
  const { merge } = useGapActions();
  const form = useZodForm(merging, { intoId: "" });
  const saving = useSaveForm(form, {
    save: ({ intoId }) => merge.mutateAsync({ id: gap.id, intoId }),
    toast: t("done.merged"),
    onSaved: (_, { intoId }) => {
      onClose();
      onMerged(intoId);
    },
  });
  return (
    <FormDialog title={t("merge.title")} size="small" saving={saving} submit={t("merge.save")} onClose={onClose}>
      <p className="text-fg-2 text-sm">{t("merge.text")}</p>
      <IntoField gap={gap} others={others} />
    </FormDialog>
  );
}

function IntoField({ gap, others }: Pick<MergeDialogProps, "gap" | "others">) {
  const t = useTranslations("knowledge-operations-gaps.merge");
  const v = useTranslations("validation");
  const words = useGapWords();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const { field, fieldState } = useController({ name: "intoId" });
  const choices = others.map((other) => ({ id: other.id, name: words.title(other) }));
  const find = async (word: string) =>
    choices.filter(({ name }) => name.toLowerCase().includes(word.toLowerCase())).slice(0, 50);
  return (
    <SearchPicker
      label={t("into")}
      required
      value={chosen}
      source={{ key: ["knowledge-operations", "gaps", "merge", gap.id], find }}
      error={fieldState.error && v("required")}
      onChange={(choice) => {
        setChosen(choice);
        field.onChange(choice?.id ?? "");
      }}
    />
  );
}
