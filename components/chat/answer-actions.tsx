"use client";

import { Columns2, RefreshCw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { use } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { numberedText } from "@/lib/citations/numbered";
import { basesOfParts } from "@/lib/stream/findings";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { storedContent } from "./answer";
import { AnswerDetails } from "./answer-details";
import { AnswerDoorsContext } from "./answer-doors";
import { AnswerMore } from "./answer-more";
import { Feedback } from "./feedback";
import { ReadAloud } from "./read-aloud";
import { SiblingPager } from "./sibling-pager";

interface AnswerActionsProps {
  message: ChatMessageDto;
  /** What was asked, for the printed page. */
  question: string;
  reanswerMax: number;
  /** Only the last answer can be answered again. */
  canReAnswer: boolean;
  onReAnswer: () => void;
  onShow: (messageId: string) => void;
  /** Opens the comparison this answer belongs to. */
  onCompare?: () => void;
}

/** Under an answer: copy, answer again with the pager of its siblings, what it used. */
export function AnswerActions({
  message,
  question,
  reanswerMax,
  canReAnswer,
  onReAnswer,
  onShow,
  onCompare,
}: AnswerActionsProps) {
  const t = useTranslations("chat.answer");
  const format = useFormatter();
  const doors = use(AnswerDoorsContext);
  const { siblingIds, usage } = message;
  const { text, citations } = storedContent(message);
  const used = siblingIds.length - 1;
  const isLocked = used >= reanswerMax;
  const seconds = (milliseconds: number) =>
    format.number(milliseconds / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  return (
    <div className="-ml-1.5 flex items-center gap-0.5 text-fg-3 max-md:flex-wrap">
      {text && <CopyButton text={numberedText(text, citations)} label={t("copy")} />}
      {text && doors && (
        <Feedback
          path={`/chat/messages/${message.id}`}
          initial={message.feedback ?? null}
          isFromBases={basesOfParts(message.parts).length > 0}
        />
      )}
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
      <SiblingPager
        id={message.id}
        siblingIds={siblingIds}
        label={(at, count) => t("position", { at, count })}
        previous={t("previous")}
        next={t("next")}
        onShow={onShow}
      />
      {onCompare && siblingIds.length > 1 && (
        <IconButton icon={Columns2} iconSize={15} label={t("compare")} onClick={onCompare} />
      )}
      <AnswerDetails message={message} />
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
