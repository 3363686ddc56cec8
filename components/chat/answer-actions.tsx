"use client";

import { ChevronLeft, ChevronRight, RefreshCw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { use } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import type { ChatMessageDto } from "@/lib/features/chat/dto";
import { storedContent } from "./answer";
import { AnswerDoorsContext } from "./answer-doors";
import { AnswerMore } from "./answer-more";
import { Feedback } from "./feedback";
import { ReadAloud } from "./read-aloud";
import { withNumbers } from "./sources/mark-text";

interface AnswerActionsProps {
  message: ChatMessageDto;
  /** What was asked, for the printed page. */
  question: string;
  reanswerMax: number;
  /** Only the last answer can be answered again. */
  canReAnswer: boolean;
  onReAnswer: () => void;
  onShow: (messageId: string) => void;
}

/** Under an answer: copy, answer again with the pager of its siblings, what it used. */
export function AnswerActions({ message, question, reanswerMax, canReAnswer, onReAnswer, onShow }: AnswerActionsProps) {
  const t = useTranslations("chat.answer");
  const format = useFormatter();
  const doors = use(AnswerDoorsContext);
  const { siblingIds, usage } = message;
  const at = siblingIds.indexOf(message.id);
  const { text, citations } = storedContent(message);
  const used = siblingIds.length - 1;
  const isLocked = used >= reanswerMax;
  const seconds = (milliseconds: number) =>
    format.number(milliseconds / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  return (
    <div className="-ml-1.5 flex items-center gap-0.5 text-fg-3">
      {text && <CopyButton text={withNumbers(text, citations)} label={t("copy")} />}
      {text && doors && <Feedback path={`${doors.messages}/${message.id}`} initial={message.feedback ?? null} />}
      {text && doors?.hasSpeech && <ReadAloud messageId={message.id} />}
      {text && doors?.More && <doors.More message={message} />}
      {canReAnswer && (
        <IconButton
          icon={RefreshCw}
          iconSize={15}
          label={isLocked ? t("reAnswerLimit", { max: reanswerMax }) : t("reAnswer", { used, max: reanswerMax })}
          aria-disabled={isLocked || undefined}
          className={isLocked ? "opacity-50" : undefined}
          onClick={() => {
            if (!isLocked) onReAnswer();
          }}
        />
      )}
      {text && <AnswerMore message={message} question={question} />}
      {siblingIds.length > 1 && (
        <fieldset className="flex items-center" aria-label={t("position", { at: at + 1, count: siblingIds.length })}>
          <IconButton
            icon={ChevronLeft}
            size={24}
            iconSize={14}
            label={t("previous")}
            disabled={at <= 0}
            onClick={() => onShow(siblingIds[at - 1] ?? message.id)}
          />
          <span className="tnum text-xs">
            {at + 1} / {siblingIds.length}
          </span>
          <IconButton
            icon={ChevronRight}
            size={24}
            iconSize={14}
            label={t("next")}
            disabled={at >= siblingIds.length - 1}
            onClick={() => onShow(siblingIds[at + 1] ?? message.id)}
          />
        </fieldset>
      )}
      {usage && usage.inputTokens + usage.outputTokens > 0 && (
        <span
          className="tnum ml-auto hidden text-xs md:inline"
          data-tooltip={
            usage.firstTokenMs !== null && usage.durationMs !== null
              ? t("timing", { first: seconds(usage.firstTokenMs), total: seconds(usage.durationMs) })
              : undefined
          }
        >
          {t(usage.estimated ? "usageEstimated" : "usage", {
            input: format.number(usage.inputTokens),
            output: format.number(usage.outputTokens),
          })}
        </span>
      )}
    </div>
  );
}
