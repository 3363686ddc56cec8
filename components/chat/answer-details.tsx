"use client";

import { Info } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { loadedPart } from "@/components/common/loaded-part";
import { IconButton } from "@/components/ui/icon-button";
import type { ChatMessageDto } from "@/lib/stream/message-dto";

const Card = loadedPart(async () => (await import("./answer-details-card")).AnswerDetailsCard);

/** What an answer used and what it was made from; the card is loaded when it is first wanted. */
export function AnswerDetails({ message }: { message: ChatMessageDto }) {
  const t = useTranslations("chat.answer");
  const [wanted, setWanted] = useState(false);
  const trigger = (onClick?: () => void) => (
    <IconButton
      icon={Info}
      iconSize={15}
      label={t("details")}
      aria-haspopup="dialog"
      onPointerEnter={Card.preload}
      onClick={onClick}
    />
  );
  if (!wanted) return trigger(() => setWanted(true));
  return (
    <LazyBoundary fallback={trigger()} onFailure={() => setWanted(false)}>
      <Card fallback={trigger()} trigger={trigger()} message={message} />
    </LazyBoundary>
  );
}
