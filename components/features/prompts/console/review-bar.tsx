"use client";

import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useDialogs } from "@/components/common/use-dialogs";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { DialogCancelled } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { PromptDetail } from "@/lib/features/prompts/dto";
import { usePromptActions } from "@/lib/features/prompts/hooks";
import { PROMPT_DESCRIPTION_MAX } from "@/lib/features/prompts/limits";

/** The decision about a request to share: approves the very text that is shown, or says why not. */
export function ReviewBar({ prompt, onDone }: { prompt: PromptDetail; onDone: () => void }) {
  const t = useTranslations("prompts");
  const dialogs = useDialogs();
  const { review } = usePromptActions("console");
  const { id, version } = prompt;

  const handleApprove = () =>
    review.mutate(
      { id, version, approve: true, note: "" },
      {
        onSuccess: () => {
          toast.success(t("console.approved", { visibility: t(`visibility.${prompt.visibility}`) }));
          onDone();
        },
      },
    );
  const handleReject = async () => {
    let note = "";
    try {
      await dialogs.open({
        title: t("console.rejectTitle"),
        size: "small",
        okButton: t("console.reject"),
        awaitsSubmittable: true,
        content: (control) => (
          <NoteField
            onChange={(text) => {
              note = text;
              control.setSubmittable(text.trim() !== "");
            }}
          />
        ),
        onOk: async () => {
          await review.mutateAsync({ id, version, approve: false, note });
          toast.success(t("console.rejectedDone"));
        },
      });
      onDone();
    } catch (error) {
      if (!(error instanceof DialogCancelled)) reportFailure(error);
    }
  };
  return (
    <>
      <Button icon={X} onClick={() => void handleReject()}>
        {t("console.reject")}
      </Button>
      <Button variant="primary" icon={Check} loading={review.isPending} onClick={handleApprove}>
        {t("console.approve")}
      </Button>
    </>
  );
}

function NoteField({ onChange }: { onChange: (note: string) => void }) {
  const t = useTranslations("prompts.console");
  const id = useId();
  const [note, setNote] = useState("");
  return (
    <Field id={id} label={t("rejectNote")} hint={t("rejectHint")} required>
      <Textarea
        id={id}
        aria-required
        aria-describedby={`${id}-message`}
        rows={3}
        maxLength={PROMPT_DESCRIPTION_MAX}
        value={note}
        onChange={(event) => {
          setNote(event.target.value);
          onChange(event.target.value);
        }}
      />
    </Field>
  );
}
