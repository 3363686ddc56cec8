"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FullState } from "@/components/common/full-state";
import { FormDialog } from "@/components/form/form-dialog";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { useAppActions } from "@/lib/features/apps/hooks";
import { REQUEST_NOTE_MAX } from "@/lib/features/apps/limits";
import { requestForm } from "@/lib/features/apps/schema";
import { AppsSidebar } from "./apps-frame";

/** An app that is not shown to this person: they may ask its owner, and learn nothing else of it (spec K1). */
export function RequestScreen({ id, isAsked }: { id: string; isAsked: boolean }) {
  const t = useTranslations("apps-chat.request");
  const [isOpen, setIsOpen] = useState(false);
  const [wasAsked, setWasAsked] = useState(isAsked);
  return (
    <>
      <AppsSidebar currentId={null} />
      <TopBar title={t("title")} />
      <FullState
        kind="not-found"
        title={t("heading")}
        description={t(wasAsked ? "asked" : "text")}
        actions={
          !wasAsked && (
            <Button variant="primary" onClick={() => setIsOpen(true)}>
              {t("open")}
            </Button>
          )
        }
      />
      {isOpen && (
        <RequestDialog
          id={id}
          onClose={() => setIsOpen(false)}
          onAsked={() => {
            setIsOpen(false);
            setWasAsked(true);
          }}
        />
      )}
    </>
  );
}

function RequestDialog({ id, onClose, onAsked }: { id: string; onClose: () => void; onAsked: () => void }) {
  const t = useTranslations("apps-chat.request");
  const { request } = useAppActions();
  const form = useZodForm(requestForm, { note: "" });
  const saving = useSaveForm(form, {
    save: ({ note }) => request.mutateAsync({ id, note }),
    toast: t("done"),
    onSaved: onAsked,
  });
  return (
    <FormDialog title={t("open")} size="small" saving={saving} submit={t("submit")} onClose={onClose}>
      <TextareaField name="note" label={t("note")} hint={t("noteHint")} rows={3} maxLength={REQUEST_NOTE_MAX} />
    </FormDialog>
  );
}
