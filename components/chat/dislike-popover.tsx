"use client";

import { useTranslations } from "next-intl";
import { type ReactElement, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";
import { DISLIKE_REASONS, type DislikeReason, FEEDBACK_TEXT_MAX } from "@/lib/config/feedback";
import type { AnswerFeedback } from "@/lib/stream/feedback-schema";
import type { MessageFeedback } from "@/lib/stream/message-dto";

interface DislikePopoverProps {
  trigger: ReactElement;
  given: MessageFeedback | null;
  isSending: boolean;
  /** Who will read it. */
  note?: string;
  /** True when it was kept. */
  onGive: (feedback: AnswerFeedback) => Promise<boolean>;
  onClose: () => void;
}

/** Why an answer is disliked: one of the reasons, and a few words where one likes. */
export function DislikePopover({ trigger, given, isSending, note, onGive, onClose }: DislikePopoverProps) {
  const t = useTranslations("chat.feedback");
  const [reason, setReason] = useState<DislikeReason | null>(given?.reason ?? null);
  const [text, setText] = useState(given?.text ?? "");
  const [isTried, setIsTried] = useState(false);
  const id = useId();
  const over = [...text.trim()].length > FEEDBACK_TEXT_MAX;
  const needsText = reason === "other" && text.trim() === "";
  const textError = over
    ? t("textTooLong", { max: FEEDBACK_TEXT_MAX })
    : isTried && needsText
      ? t("textRequired")
      : undefined;

  const handleSend = async () => {
    setIsTried(true);
    if (!reason || over || needsText) return;
    if (await onGive({ value: "dislike", reason, text: text.trim() })) onClose();
  };
  return (
    <Popover open onOpenChange={(open) => !open && onClose()}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="start" aria-label={t("title")} className="w-80 max-w-[calc(100vw-24px)] p-4">
        <h3 className="mb-2 text-sm font-semibold">{t("title")}</h3>
        <RadioGroup
          aria-label={t("title")}
          aria-invalid={isTried && !reason ? true : undefined}
          value={reason ?? ""}
          onValueChange={(value) => setReason(value as DislikeReason)}
          className="grid grid-cols-2 gap-x-3 gap-y-1.5"
        >
          {DISLIKE_REASONS.map((each) => (
            <RadioGroupItem key={each} value={each} label={t(`reason.${each}`)} />
          ))}
        </RadioGroup>
        {isTried && !reason && (
          <p role="alert" className="mt-1.5 text-xs text-danger-ink">
            {t("reasonRequired")}
          </p>
        )}
        <div className="mt-3">
          <Field id={id} label={t("text")} error={textError} hint={t("textHint", { max: FEEDBACK_TEXT_MAX })}>
            <Textarea
              id={id}
              rows={3}
              value={text}
              invalid={textError !== undefined}
              aria-describedby={fieldMessageId(id, true)}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
        </div>
        {note && <p className="mt-2 text-fg-3 text-xs">{note}</p>}
        <div className="mt-3 flex justify-end gap-2">
          {given && (
            <Button
              size="sm"
              disabled={isSending}
              onClick={() => void onGive({ value: null }).then((kept) => kept && onClose())}
            >
              {t("takeBack")}
            </Button>
          )}
          <Button size="sm" variant="primary" loading={isSending} onClick={() => void handleSend()}>
            {t("send")}
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  );
}
