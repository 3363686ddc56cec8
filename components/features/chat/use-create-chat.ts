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

/** Begins a chat and goes to it. */
export function useCreateChat(): (input?: { folderId?: string }) => void {
  const create = useNewChat();
  const begin = useChatWithRoom();
  return (input = {}) => {
    if (!create.isPending) void begin(() => create.mutateAsync(input));
  };
}

/** Goes to a chat once it was made; where there is no room the oldest may be archived instead (spec B10). */
export function useChatWithRoom(): (make: () => Promise<{ id: string }>) => Promise<void> {
  const t = useTranslations("chat");
  const router = useRouter();
  const { change } = useHistoryActions();

  return async (make) => {
    const open = async () => {
      const { id } = await make();
      router.push(hrefIn(PERSONAL, id));
    };
    try {
      await open();
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
      if (agreed) await open().catch(reportFailure);
    }
  };
}

function oldestOf(error: unknown): { id: string; title: string } | null {
  if (!(error instanceof ApiError) || error.code !== 409) return null;
  return (error.data as { oldest?: { id: string; title: string } | null } | null)?.oldest ?? null;
}
