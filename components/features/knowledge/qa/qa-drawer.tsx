"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { MarkdownEditor } from "@/components/common/markdown-editor";
import { useWhen } from "@/components/common/use-moments";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { useField } from "@/components/form/use-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Field } from "@/components/ui/field";
import { grantsOf } from "@/lib/auth/grant-schema";
import { QA_ANSWER_MAX, QA_QUESTION_MAX, QA_SYNONYMS_MAX } from "@/lib/features/knowledge/limits";
import type { QaDetailDto } from "@/lib/features/knowledge/qa-dto";
import { editedQaQuery, useQaActions } from "@/lib/features/knowledge/qa-hooks";
import { type NewQa, phrasesIn, type QaForm, qaForm } from "@/lib/features/knowledge/qa-schema";
import { BaseVisibilityFields } from "../visibility/visibility-fields";
import { CitationsField } from "./citations-field";

interface QaDrawerProps {
  /** Of a base; without it the center's. */
  baseId?: string;
  /** Null: a new one. */
  id: string | null;
  /** What a new one begins with, and how it is made where that is not as usual. */
  begins?: Partial<QaForm>;
  make?: (qa: NewQa) => Promise<unknown>;
  onClose: () => void;
}

/** A pair of question and answer as it is written. */
export function QaDrawer({ id, ...props }: QaDrawerProps) {
  if (id === null) return <Pair {...props} qa={null} />;
  return <Opened {...props} id={id} />;
}

function Opened({ baseId, id, onClose }: QaDrawerProps & { id: string }) {
  const t = useTranslations("knowledge-qa.form");
  const { data, isError, refetch } = useQuery(editedQaQuery(id));
  if (data) return <Pair baseId={baseId} qa={data} onClose={onClose} />;
  return <LoadingDrawer title={t("edit")} isError={isError} onRetry={() => void refetch()} onClose={onClose} />;
}

function Pair({ baseId, qa, begins, make, onClose }: Omit<QaDrawerProps, "id"> & { qa: QaDetailDto | null }) {
  const t = useTranslations("knowledge-qa.form");
  const when = useWhen();
  const { create, change } = useQaActions(baseId);
  const form = useZodForm(qaForm, qa ? valuesOf(qa) : { ...EMPTY, ...begins });
  const saving = useSaveForm(form, {
    revision: qa?.revision,
    toValues: valuesOf,
    save: async (values, revision) => {
      const sent = toSent(values, baseId === undefined);
      if (qa) return change.mutateAsync({ id: qa.id, revision, ...sent });
      return make ? make(sent) : create.mutateAsync(sent);
    },
    onSaved: onClose,
  });
  const isUnread = qa?.origin === "generated" && qa.state === "proposed";
  return (
    <FormDrawer title={t(qa ? "edit" : "new")} size="large" saving={saving} onClose={onClose}>
      <TextField<QaForm>
        name="question"
        label={t("question")}
        required
        maxLength={QA_QUESTION_MAX}
        autoComplete="off"
      />
      <SynonymsField />
      <AnswerField />
      <fieldset>
        <legend className="mb-1.5 text-sm">{t("days")}</legend>
        <div className="grid grid-cols-2 gap-3">
          <TextField<QaForm> name="validFrom" kind="date" label={t("validFrom")} />
          <TextField<QaForm> name="validUntil" kind="date" label={t("validUntil")} />
        </div>
        <p className="mt-1.5 text-fg-3 text-xs">{t("daysHint")}</p>
      </fieldset>
      <CitationsField baseId={baseId} />
      {baseId === undefined && <BaseVisibilityFields isOwn of="qa" />}
      {qa && (
        <p className="text-fg-3 text-xs">
          {isUnread ? t("generated") : t("written", { author: qa.author.name, when: when(qa.updatedAt) })}
        </p>
      )}
    </FormDrawer>
  );
}

function SynonymsField() {
  const t = useTranslations("knowledge-qa.form");
  const typed = useWatch<QaForm, "synonyms">({ name: "synonyms" });
  return (
    <TextareaField<QaForm>
      name="synonyms"
      label={t("synonyms")}
      hint={t("synonymsHint", { count: phrasesIn(typed ?? "").length, max: QA_SYNONYMS_MAX })}
      rows={4}
    />
  );
}

function AnswerField() {
  const t = useTranslations("knowledge-qa.form");
  const { id, field, error, aria } = useField<QaForm>({ name: "answer", label: t("answer"), hint: t("answerHint") });
  return (
    <Field id={id} label={t("answer")} hint={t("answerHint")} required error={error}>
      <MarkdownEditor
        id={id}
        label={t("answer")}
        value={field.value as string}
        maxLength={QA_ANSWER_MAX}
        invalid={Boolean(error)}
        describedBy={aria["aria-describedby"]}
        onChange={field.onChange}
        onBlur={field.onBlur}
        className="h-60"
      />
    </Field>
  );
}

const EMPTY: QaForm = {
  ...{ question: "", answer: "", synonyms: "", validFrom: "", validUntil: "" },
  ...{ visibility: "all", grants: [], citations: [] },
};

type Edited = Pick<
  QaDetailDto,
  "question" | "answer" | "synonyms" | "validFrom" | "validUntil" | "visibility" | "grants" | "citations"
>;

function valuesOf({ synonyms, validFrom, validUntil, ...qa }: Edited): QaForm {
  const { question, answer, visibility, grants, citations } = qa;
  return {
    ...{ question, answer, visibility, grants, citations },
    synonyms: synonyms.join("\n"),
    validFrom: validFrom ?? "",
    validUntil: validUntil ?? "",
  };
}

function toSent(
  { synonyms, validFrom, validUntil, visibility, grants, citations, ...words }: QaForm,
  isCenter: boolean,
) {
  return {
    ...words,
    synonyms: phrasesIn(synonyms),
    validFrom: validFrom || null,
    validUntil: validUntil || null,
    citations: citations.map(({ knowledgeFileId, versionId, from, to }) => ({ knowledgeFileId, versionId, from, to })),
    ...(isCenter && { visibility, grants: visibility === "partial" ? grantsOf(grants) : [] }),
  };
}
