"use client";

import { VenetianMask, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { api } from "@/lib/client/api-client";
import { reportFailure } from "@/lib/client/report-failure";

interface RoleChipProps {
  sessionId: string;
  name: string;
  onRemoved: () => void;
}

/** The role that is on in the chat, and the way to switch it off. */
export function RoleChip({ sessionId, name, onRemoved }: RoleChipProps) {
  const t = useTranslations("chat.role");
  const [isBusy, setIsBusy] = useState(false);
  const handleRemove = async () => {
    setIsBusy(true);
    try {
      await api.put(`/chat/sessions/${sessionId}/role`, { promptId: null });
      onRemoved();
    } catch (error) {
      reportFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <p className="flex w-fit max-w-full items-center gap-1.5 rounded-md bg-primary-soft py-0.5 pl-2.5 pr-1 text-sm text-primary-ink">
      <VenetianMask aria-hidden size={14} className="shrink-0" />
      <span className="min-w-0 truncate">{t("on", { name })}</span>
      <IconButton
        icon={X}
        size={24}
        iconSize={13}
        label={t("off", { name })}
        disabled={isBusy}
        onClick={handleRemove}
      />
    </p>
  );
}
