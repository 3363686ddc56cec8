"use client";

import { MessageSquarePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/client/api-client";
import { useChatWithRoom } from "./use-create-chat";

/** Takes what is read along into an own chat, to go on with it there. */
export function ContinueShare({ id }: { id: string }) {
  const t = useTranslations("chat.share");
  const begin = useChatWithRoom();
  const [isBusy, setIsBusy] = useState(false);
  const handleClick = async () => {
    setIsBusy(true);
    try {
      await begin(() => api.post(`/chat/shares/${id}/continue`, {}));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="primary" icon={MessageSquarePlus} loading={isBusy} onClick={() => void handleClick()}>
      {t("continue")}
    </Button>
  );
}
