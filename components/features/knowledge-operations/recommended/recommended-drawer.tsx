"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useController } from "react-hook-form";
import { SearchPicker } from "@/components/common/search-picker";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { Choice } from "@/lib/client/choices";
import { useBaseChoices } from "@/lib/features/knowledge/draft-hooks";
import { RECOMMENDED_LENGTH } from "@/lib/features/knowledge-operations/gap-limits";
import type { RecommendedDto } from "@/lib/features/knowledge-operations/recommended-dto";
import { useRecommendedActions } from "@/lib/features/knowledge-operations/recommended-hooks";
import { newRecommended } from "@/lib/features/knowledge-operations/recommended-schema";

interface RecommendedDrawerProps {
  /** Null: a new one. */
  question: RecommendedDto | null;
  onClose: () => void;
}

/** A recommended question is written, or changed. */
export function RecommendedDrawer({ question, onClose }: RecommendedDrawerProps) {
  const t = useTranslations("knowledge-operations-gaps.recommended");
  const { create, change } = useRecommendedActions();
  const form = useZodForm(newRecommended, {
    content: question?.content ?? "",
    baseId: question?.base?.id ?? null,
    isShown: question?.isShown ?? true,
    isSticky: question?.isSticky ?? false,
  });
  const saving = useSaveForm(form, {
    save: async (values) => {
      if (question) await change.mutateAsync({ id: question.id, ...values });
      else await create.mutateAsync(values);
    },
    toast: t(question ? "saved" : "created"),
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t(question ? "edit" : "create")} saving={saving} onClose={onClose}>
      <TextareaField name="content" label={t("content")} required rows={3} maxLength={RECOMMENDED_LENGTH} />
      <BaseField chosen={question?.base ?? null} />
      <ChoiceField name="isShown" kind="switch" label={t("shown")} />
      <ChoiceField name="isSticky" kind="switch" label={t("sticky")} hint={t("stickyHint")} />
    </FormDrawer>
  );
}

function BaseField({ chosen: first }: { chosen: Choice | null }) {
  const t = useTranslations("knowledge-operations-gaps.recommended");
  const [chosen, setChosen] = useState<Choice | null>(first);
  const { field } = useController({ name: "baseId" });
  return (
    <SearchPicker
      label={t("base")}
      placeholder={t("everybody")}
      hint={t("everybodyHint")}
      value={chosen}
      source={useBaseChoices()}
      onChange={(choice) => {
        setChosen(choice);
        field.onChange(choice?.id ?? null);
      }}
    />
  );
}
