"use client";

import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { loadedPart } from "@/components/common/loaded-part";
import { IconButton } from "@/components/ui/icon-button";
import { api } from "@/lib/client/api-client";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { AnswerFeedback } from "@/lib/stream/feedback-schema";
import type { MessageFeedback } from "@/lib/stream/message-dto";

const DislikePopover = loadedPart(async () => (await import("./dislike-popover")).DislikePopover);

interface FeedbackProps {
  /** Path of the calls about this answer. */
  path: `/chat/messages/${string}`;
  initial: MessageFeedback | null;
  /** The answer is from knowledge bases: others will read it once it is rated, which is said before. */
  isFromBases: boolean;
}

/** Like and dislike; a dislike asks for its reason (spec 4). Pressing a second time takes it back. */
export function Feedback({ path, initial, isFromBases }: FeedbackProps) {
  const t = useTranslations("chat.feedback");
  const readers = isFromBases ? t("readers") : undefined;
  const [given, setGiven] = useState(initial);
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);

  const give = async (feedback: AnswerFeedback): Promise<boolean> => {
    if (isSending) return false;
    setIsSending(true);
    try {
      await api.put(`${path}/feedback`, feedback);
      setGiven(shownOf(feedback));
      if (feedback.value) toast.success(t("thanks"));
      return true;
    } catch (error) {
      reportFailure(error);
      return false;
    } finally {
      setIsSending(false);
    }
  };

  const dislikeButton = (onClick?: () => void) => (
    <IconButton
      icon={ThumbsDown}
      iconSize={15}
      label={given?.value === "dislike" ? t("disliked") : t("dislike")}
      active={given?.value === "dislike"}
      aria-haspopup="dialog"
      onClick={onClick}
      onPointerEnter={DislikePopover.preload}
      onFocus={DislikePopover.preload}
    />
  );
  return (
    <>
      <IconButton
        icon={ThumbsUp}
        iconSize={15}
        label={t("like")}
        hint={given?.value === "like" ? undefined : readers}
        active={given?.value === "like"}
        onClick={() => void give({ value: given?.value === "like" ? null : "like" })}
      />
      {isAsking ? (
        <LazyBoundary fallback={dislikeButton()} onFailure={() => setIsAsking(false)}>
          <DislikePopover
            fallback={dislikeButton()}
            trigger={dislikeButton()}
            given={given?.value === "dislike" ? given : null}
            isSending={isSending}
            note={readers}
            onGive={give}
            onClose={() => setIsAsking(false)}
          />
        </LazyBoundary>
      ) : (
        dislikeButton(() => setIsAsking(true))
      )}
    </>
  );
}

/** What a message carries once this was given. */
function shownOf(feedback: AnswerFeedback): MessageFeedback | null {
  if (feedback.value === null) return null;
  return feedback.value === "like" ? { value: "like", reason: null, text: "" } : feedback;
}
