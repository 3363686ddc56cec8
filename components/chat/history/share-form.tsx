"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ShareLinks } from "@/components/sharing/share-links";
import { sharesQuery, useShareActions } from "@/lib/conversation/client/hooks";

interface ShareFormProps {
  id: string;
  /** One answer is shared, with its question. */
  answerId?: string;
  /** Where its area is read. */
  screen: string;
}

/** Makes links to a conversation as it stands, or to one answer of it, and takes them back. */
export function ShareForm({ id, answerId, screen }: ShareFormProps) {
  const t = useTranslations("chat.share");
  const { create, revoke } = useShareActions(id, answerId);
  return (
    <ShareLinks
      about={t(answerId ? "aboutAnswer" : "about")}
      links={useQuery(sharesQuery(id))}
      create={create}
      revoke={revoke}
      screen={screen}
      note={({ isAnswer }) => isAnswer && t("oneAnswer")}
    />
  );
}
