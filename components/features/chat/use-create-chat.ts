"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ApiError } from "@/lib/client/api-error";
import { confirm } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { CHAT_SESSIONS_MAX } from "@/lib/config/constants";
import { hrefIn } from "@/lib/conversation/areas";
import { useHistoryActions } from "@/lib/conversation/client/hooks";
import { PERSONAL } from "@/lib/features/chat/conversation";
import { useNewChat } from "@/lib/features/chat/hooks";

/** Begins a chat and goes to it; where there is no room the oldest may be archived instead (spec B10). */
export function useCreateChat(): (input?: { folderId?: string }) => void {
  const t = useTranslations("chat");
  const router = useRouter();
  const create = useNewChat();
  const { change } = useHistoryActions();

  const open = async (input: { folderId?: string }) => {
    const { id } = await create.mutateAsync(input);
    router.push(hrefIn(PERSONAL, id));
  };
  const handleCreate = async (input: { folderId?: string }) => {
    if (create.isPending) return;
    try {
      await open(input);
    } catch (error) {
      const oldest = oldestOf(error);
      if (!oldest) return reportFailure(error);
      const agreed = await confirm({
        title: t("sessions.limitTitle"),
        description: t("sessions.limitText", { max: CHAT_SESSIONS_MAX, title: oldest.title || t("untitled") }),
        okButton: t("sessions.limitOk"),
        onOk: async () => {
          await change.mutateAsync({ id: oldest.id, archived: true });
        },
      });
      if (agreed) await open(input).catch(reportFailure);
    }
  };
  return (input = {}) => void handleCreate(input);
}

function oldestOf(error: unknown): { id: string; title: string } | null {
  if (!(error instanceof ApiError) || error.code !== 409) return null;
  return (error.data as { oldest?: { id: string; title: string } | null } | null)?.oldest ?? null;
}
