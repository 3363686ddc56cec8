"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useController } from "react-hook-form";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { MarkdownEditor } from "@/components/common/markdown-editor";
import { SearchPicker } from "@/components/common/search-picker";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextField } from "@/components/form/text-field";
import { useField } from "@/components/form/use-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Field } from "@/components/ui/field";
import type { Choice } from "@/lib/client/choices";
import type { DraftDto } from "@/lib/features/knowledge/draft-dto";
import {
  draftReadersQuery,
  ownDraftsQuery,
  proposedDraftQuery,
  useBaseChoices,
  useDraftActions,
} from "@/lib/features/knowledge/draft-hooks";
import { draftForm, type NewDraft } from "@/lib/features/knowledge/draft-schema";
import { DRAFT_TEXT_MAX, DRAFT_TITLE_MAX } from "@/lib/features/knowledge/limits";
import { OwnDraftList } from "./own-draft-list";

interface FilingDrawerProps {
  answerId: string;
  onClose: () => void;
}

/** An answer on its way into a base: where to, and what it will say there. */
export function FilingDrawer({ answerId, onClose }: FilingDrawerProps) {
  const t = useTranslations("knowledge-drafts.form");
  const { data, isError, refetch } = useQuery(proposedDraftQuery(answerId));
  const { data: earlier } = useQuery(ownDraftsQuery({ messageId: answerId, pageSize: 20 }));
  if (!data) {
    return (
      <LoadingDrawer
        title={t("title")}
        size="large"
        isError={isError}
        gone={t("failed")}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
    );
  }
  return <FilingForm answerId={answerId} proposed={data} earlier={earlier?.items ?? []} onClose={onClose} />;
}

interface FilingFormProps extends FilingDrawerProps {
  proposed: { title: string; text: string };
  earlier: readonly DraftDto[];
}

function FilingForm({ answerId, proposed, earlier, onClose }: FilingFormProps) {
  const t = useTranslations("knowledge-drafts.form");
  const { file } = useDraftActions();
  const form = useZodForm(draftForm, { baseId: "", ...proposed });
  const { data: readers } = useQuery(draftReadersQuery(answerId, form.watch("baseId")));
  const saving = useSaveForm(form, {
    save: (values) => file.mutateAsync({ answerId, ...values }),
    toast: t(readers?.isDirect ? "filed" : "sent"),
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("title")} size="large" submitLabel={t("submit")} saving={saving} onClose={onClose}>
      {earlier.length > 0 && (
        <section aria-label={t("earlier")} className="space-y-2">
          <h3 className="text-fg-3 text-xs">{t("earlier")}</h3>
          <OwnDraftList drafts={earlier} />
        </section>
      )}
      <BaseField />
      {readers && (
        <div className="space-y-2 text-sm" aria-live="polite">
          <p className="text-fg-2">
            {t("readers", { count: readers.readers })} {t(readers.isDirect ? "direct" : "draft")}
          </p>
          {readers.narrower.length > 0 && <Narrower names={readers.narrower} />}
        </div>
      )}
      <TextField<NewDraft> name="title" label={t("name")} required maxLength={DRAFT_TITLE_MAX} autoComplete="off" />
      <MarkdownField />
    </FormDrawer>
  );
}

function Narrower({ names }: { names: readonly string[] }) {
  const t = useTranslations("knowledge-drafts.form");
  const list = new Intl.ListFormat(useLocale(), { type: "conjunction" });
  return (
    <p role="alert" className="flex items-start gap-2 rounded-sm bg-warning-soft px-3 py-2 text-warning-ink">
      <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{t("narrower", { names: list.format(names) })}</span>
    </p>
  );
}

function BaseField() {
  const t = useTranslations("knowledge-drafts.form");
  const v = useTranslations("validation");
  const [chosen, setChosen] = useState<Choice | null>(null);
  const { field, fieldState } = useController<NewDraft, "baseId">({ name: "baseId" });
  return (
    <SearchPicker
      label={t("base")}
      placeholder={t("basePlaceholder")}
      hint={t("baseHint")}
      required
      value={chosen}
      source={useBaseChoices()}
      error={fieldState.error && v("required")}
      onChange={(choice) => {
        setChosen(choice);
        field.onChange(choice?.id ?? "");
      }}
    />
  );
}

function MarkdownField() {
  const t = useTranslations("knowledge-drafts.form");
  const { id, field, error, aria } = useField<NewDraft>({ name: "text", label: t("text") });
  return (
    <Field id={id} label={t("text")} required error={error}>
      <MarkdownEditor
        id={id}
        label={t("text")}
        value={field.value}
        maxLength={DRAFT_TEXT_MAX}
        invalid={Boolean(error)}
        describedBy={aria["aria-describedby"]}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
    </Field>
  );
}
