"use client";

import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import {
  REVIEW_DESCRIPTION_MAX,
  REVIEW_KEYWORD_LENGTH,
  REVIEW_KEYWORDS_MAX,
  REVIEW_NAME_MAX,
  REVIEW_REPLY_MAX,
} from "@/lib/config/review-kinds";
import { keywordsOf } from "@/lib/review/rule-schema";

/** What a review rule says, in a form of `reviewRuleForm`; needs the texts `review`. */
export function RuleFields() {
  const t = useTranslations("review");
  return (
    <>
      <TextField name="name" label={t("field.name")} required maxLength={REVIEW_NAME_MAX} />
      <TextField name="description" label={t("field.description")} maxLength={REVIEW_DESCRIPTION_MAX} />
      <KeywordsField />
      <div className="space-y-3">
        <ChoiceField name="reviewsInput" kind="switch" label={t("field.input")} hint={t("field.inputHint")} />
        <ChoiceField name="reviewsOutput" kind="switch" label={t("field.output")} hint={t("field.outputHint")} />
      </div>
      <TextareaField
        name="presetReply"
        label={t("field.reply")}
        hint={t("field.replyHint")}
        required
        rows={3}
        maxLength={REVIEW_REPLY_MAX}
      />
    </>
  );
}

function KeywordsField() {
  const t = useTranslations("review");
  const text = useWatch({ name: "keywords" }) as string;
  return (
    <TextareaField
      name="keywords"
      label={t("field.keywords")}
      hint={t("field.keywordsHint", {
        count: keywordsOf(text).length,
        max: REVIEW_KEYWORDS_MAX,
        length: REVIEW_KEYWORD_LENGTH,
      })}
      required
      rows={8}
    />
  );
}
