"use client";

import { useTranslations } from "next-intl";
import { LazyMessages } from "@/components/common/lazy-messages";
import { RuleFields } from "@/components/features/review/rule-fields";
import { FormDrawer } from "@/components/form/form-drawer";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { keywordsOf, type OwnReviewRule, reviewRuleForm } from "@/lib/review/rule-schema";

interface OwnRuleDrawerProps {
  /** Null: a new one. */
  rule: OwnReviewRule | null;
  /** Names of the app's other rules. */
  taken: readonly string[];
  onSave: (rule: OwnReviewRule) => void;
  onClose: () => void;
}

/** A review rule of an app; it is kept with the app's draft. */
export function OwnRuleDrawer(props: OwnRuleDrawerProps) {
  return (
    <LazyMessages areas={["review"]}>
      <OwnRuleForm {...props} />
    </LazyMessages>
  );
}

function OwnRuleForm({ rule, taken, onSave, onClose }: OwnRuleDrawerProps) {
  const t = useTranslations("review");
  const names = taken.map((name) => name.toLowerCase());
  const ownForm = reviewRuleForm.refine(({ name }) => !names.includes(name.toLowerCase()), {
    path: ["name"],
    message: "nameTaken",
  });
  const form = useZodForm(ownForm, {
    name: rule?.name ?? "",
    description: rule?.description ?? "",
    keywords: (rule?.keywords ?? []).join("\n"),
    presetReply: rule?.presetReply ?? t("presetDefault"),
    reviewsInput: rule?.reviewsInput ?? true,
    reviewsOutput: rule?.reviewsOutput ?? true,
  });
  const saving = useSaveForm(form, {
    save: async ({ keywords, ...values }) =>
      onSave({ ...values, keywords: keywordsOf(keywords), enabled: rule?.enabled ?? true }),
    // The draft says itself when it is kept.
    toast: false,
  });
  return (
    <FormDrawer title={t(rule ? "edit" : "create")} saving={saving} onClose={onClose}>
      <RuleFields />
    </FormDrawer>
  );
}
