"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { FormProvider } from "react-hook-form";
import { ErrorState } from "@/components/common/error-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { MarkdownEditor } from "@/components/common/markdown-editor";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { FormFailure } from "@/components/form/form-failure";
import { StaleNotice } from "@/components/form/stale-notice";
import { TextareaField } from "@/components/form/textarea-field";
import { useField } from "@/components/form/use-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import { useLeaveGuard } from "@/lib/client/use-leave-guard";
import { useSaveKey } from "@/lib/client/use-save-key";
import type { TermsVersionDto } from "@/lib/features/terms/dto";
import { termsVersionQuery, useTermsActions } from "@/lib/features/terms/hooks";
import { TERMS_MAX, TERMS_NOTE_MAX, type TermsDraft, termsDraft } from "@/lib/features/terms/schema";

const PublishDialog = lazy(() => import("./publish-dialog").then((m) => ({ default: m.PublishDialog })));

interface DraftEditorProps {
  id: string;
  version: number;
  onClose: () => void;
}

/** The draft in both languages beside what it becomes. */
export function DraftEditor({ id, version, onClose }: DraftEditorProps) {
  const t = useTranslations("terms");
  const { data, isError, refetch } = useQuery(termsVersionQuery(id));
  if (data) return <DraftForm key={data.id} draft={data} onClose={onClose} />;
  return (
    <>
      <TopBar title={t("draftTitle", { version })} crumbs={[{ label: t("group") }, { label: t("title") }]} />
      {isError ? <ErrorState onRetry={() => void refetch()} /> : <PanelSkeleton />}
    </>
  );
}

function DraftForm({ draft, onClose }: { draft: TermsVersionDto; onClose: () => void }) {
  const t = useTranslations("terms");
  const c = useTranslations("common.action");
  const { change, discard } = useTermsActions();
  const [isPublishing, setIsPublishing] = useState(false);
  const { markdownZh, markdownEn, noteZh, noteEn } = draft;
  const form = useZodForm(termsDraft, { markdownZh, markdownEn, noteZh, noteEn });
  const saving = useSaveForm(form, {
    revision: draft.revision,
    toValues: (theirs: TermsDraft) => theirs,
    save: (values, revision) => change.mutateAsync({ id: draft.id, revision, ...values }),
    toast: false,
    explains: true,
    onSaved: (_, values) => form.reset(values),
  });
  const { isDirty } = form.formState;
  const leave = { title: t("leave.title"), description: t("leave.description"), okButton: t("leave.ok") };
  useLeaveGuard(isDirty, leave);

  /** Saves what was changed; true when the draft on the server is what stands here. */
  const save = () => (isDirty ? saving.submit() : form.trigger());
  const handleSave = async () => {
    if (!change.isPending && (await save())) toast.success();
  };
  const handleClose = async () => {
    if (!isDirty || (await confirm({ ...leave, destructive: true }))) onClose();
  };
  const handleDiscard = async () => {
    const ok = await confirm({
      title: t("discard.title"),
      description: t("discard.description"),
      okButton: t("discard.ok"),
      destructive: true,
    });
    if (ok) discard.mutate(draft.id, { onSuccess: onClose });
  };

  useSaveKey(() => void handleSave());

  return (
    <FormProvider {...form}>
      <TopBar
        title={t("draftTitle", { version: draft.version })}
        crumbs={[{ label: t("group") }, { label: t("title") }]}
        actions={
          <Button variant="primary" onClick={async () => (await save()) && setIsPublishing(true)}>
            {t("publish.open")}
          </Button>
        }
      />
      <section
        aria-label={t("draftTitle", { version: draft.version })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 space-y-6 overflow-y-auto p-4 -outline-offset-2 md:p-6"
      >
        <StaleNotice stale={saving.stale} isSaving={change.isPending} onSave={() => void handleSave()} />
        <TextField name="markdownZh" lang="zh-CN" />
        <TextField name="markdownEn" lang="en" />
        <div className="grid gap-4 md:grid-cols-2">
          <TextareaField<TermsDraft>
            name="noteZh"
            label={t("noteZh")}
            hint={t("noteHint")}
            maxLength={TERMS_NOTE_MAX}
          />
          <TextareaField<TermsDraft>
            name="noteEn"
            label={t("noteEn")}
            hint={t("noteHint")}
            maxLength={TERMS_NOTE_MAX}
          />
        </div>
        <FormFailure error={saving.failure} />
      </section>
      <div className="flex min-h-14 shrink-0 flex-wrap items-center gap-2 border-t px-4 py-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] md:px-5">
        <Button variant="ghost" onClick={() => void handleDiscard()}>
          {t("discard.open")}
        </Button>
        <span role="status" className="mx-auto text-fg-3 text-sm">
          {isDirty ? t("unsaved") : t("saved")}
        </span>
        <Button onClick={() => void handleClose()}>{t("close")}</Button>
        <Button variant="primary" disabled={!isDirty} loading={change.isPending} onClick={() => void handleSave()}>
          {change.isPending ? c("submitting") : c("save")}
        </Button>
      </div>
      <LazyBoundary onFailure={() => setIsPublishing(false)}>
        {isPublishing && <PublishDialog draft={draft} onPublished={onClose} onClose={() => setIsPublishing(false)} />}
      </LazyBoundary>
    </FormProvider>
  );
}

function TextField({ name, lang }: { name: "markdownZh" | "markdownEn"; lang: string }) {
  const t = useTranslations("terms");
  const { id, field, error, aria } = useField<TermsDraft>({ name, hint: t("markdownHint"), label: t(name) });
  return (
    <Field id={id} label={t(name)} required hint={t("markdownHint")} error={error}>
      <div lang={lang}>
        <MarkdownEditor
          id={id}
          label={t(name)}
          value={String(field.value ?? "")}
          maxLength={TERMS_MAX}
          invalid={Boolean(error)}
          describedBy={aria["aria-describedby"]}
          onBlur={field.onBlur}
          onChange={field.onChange}
          className="h-96"
        />
      </div>
    </Field>
  );
}
