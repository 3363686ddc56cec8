"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { FormDrawer } from "@/components/form/form-drawer";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { reportFailure } from "@/lib/client/report-failure";
import { REVIEW_KEYWORDS_MAX } from "@/lib/config/review-kinds";
import type { ReviewRuleDto } from "@/lib/features/review/dto";
import { useReviewActions } from "@/lib/features/review/hooks";
import { keywordsOf, reviewRuleForm } from "@/lib/review/rule-schema";
import { RuleFields } from "./rule-fields";

interface RuleDrawerProps {
  /** Null: a new one. */
  rule: ReviewRuleDto | null;
  onClose: () => void;
}

const valuesOf = (rule: Omit<ReviewRuleDto, "id" | "hits" | "updatedAt" | "revision" | "enabled">) => ({
  name: rule.name,
  description: rule.description,
  keywords: rule.keywords.join("\n"),
  presetReply: rule.presetReply,
  reviewsInput: rule.reviewsInput,
  reviewsOutput: rule.reviewsOutput,
});

/** A review rule is written, or changed, and tried on a text before it holds. */
export function RuleDrawer({ rule, onClose }: RuleDrawerProps) {
  const t = useTranslations("review");
  const { create, change } = useReviewActions();
  const plain = { name: "", description: "", keywords: [], reviewsInput: true, reviewsOutput: true };
  const form = useZodForm(reviewRuleForm, valuesOf(rule ?? { ...plain, presetReply: t("presetDefault") }));
  const saving = useSaveForm(form, {
    revision: rule?.revision,
    toValues: valuesOf,
    save: async ({ keywords, ...values }, revision) => {
      const input = { ...values, keywords: keywordsOf(keywords) };
      if (rule) await change.mutateAsync({ id: rule.id, revision, ...input });
      else await create.mutateAsync(input);
    },
    toast: t(rule ? "saved" : "created"),
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t(rule ? "edit" : "create")} saving={saving} onClose={onClose}>
      <RuleFields />
      <Trial />
    </FormDrawer>
  );
}

/** What the keywords find in a text, as they would in a question. */
function Trial() {
  const t = useTranslations("review.trial");
  const { tryOut } = useReviewActions();
  const [text, setText] = useState("");
  const keywords = keywordsOf(useWatch({ name: "keywords" }) as string);
  const { data } = tryOut;
  const run = () => void tryOut.mutateAsync({ text, keywords }).catch(reportFailure);
  return (
    <section aria-labelledby="review-trial" className="space-y-3 rounded-md border p-4">
      <h3 id="review-trial" className="font-semibold text-sm">
        {t("title")}
      </h3>
      <Field id="review-trial-text" label={t("text")}>
        <Textarea
          id="review-trial-text"
          rows={3}
          maxLength={5000}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            tryOut.reset();
          }}
        />
      </Field>
      <Button
        disabled={text.trim() === "" || keywords.length === 0 || keywords.length > REVIEW_KEYWORDS_MAX}
        loading={tryOut.isPending}
        onClick={run}
      >
        {t("run")}
      </Button>
      <div role="status">
        {data && (
          <p className={data.keyword === null ? "text-sm text-success-ink" : "text-sm text-warning-ink"}>
            {data.keyword === null ? t("passes") : t("held", { keyword: data.keyword })}
          </p>
        )}
      </div>
    </section>
  );
}
