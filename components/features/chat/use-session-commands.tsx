"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useDialogs } from "@/components/common/use-dialogs";
import { confirm, DialogCancelled } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { CHAT_SESSIONS_MAX } from "@/lib/config/constants";
import type { ChatSessionDto } from "@/lib/features/chat/dto";
import { useSessionActions } from "@/lib/features/chat/hooks";
import { ApiError } from "@/lib/http/api-error";
import { RenameForm } from "./rename-form";

export type SessionCommands = ReturnType<typeof useSessionCommands>;

const pathOf = (id: string) => `/personal/chat?id=${id}`;

/** What can be done with chats, with the questions asked before. `currentId` is the chat in view. */
export function useSessionCommands(currentId: string) {
  const t = useTranslations("chat");
  const router = useRouter();
  const dialogs = useDialogs();
  const { create, change, remove } = useSessionActions();
  const titleOf = (session: { title: string }) => session.title || t("untitled");

  const open = async () => {
    const session = await create.mutateAsync();
    router.push(pathOf(session.id));
  };

  const handleCreate = async () => {
    if (create.isPending) return;
    try {
      await open();
    } catch (error) {
      const oldest = oldestOf(error);
      if (!oldest) return reportFailure(error);
      const agreed = await confirm({
        title: t("sessions.limitTitle"),
        description: t("sessions.limitText", { max: CHAT_SESSIONS_MAX, title: titleOf(oldest) }),
        okButton: t("sessions.limitOk"),
        onOk: async () => {
          await change.mutateAsync({ id: oldest.id, archived: true });
        },
      });
      if (agreed) await open().catch(reportFailure);
    }
  };

  const handleRename = async (session: ChatSessionDto) => {
    let title = session.title;
    try {
      await dialogs.open({
        title: t("sessions.renameTitle"),
        size: "small",
        awaitsSubmittable: true,
        content: (control) => (
          <RenameForm
            initial={session.title}
            onChange={(value, isValid) => {
              title = value;
              control.setSubmittable(isValid);
            }}
          />
        ),
        onOk: async () => {
          await change.mutateAsync({ id: session.id, title });
          if (session.id === currentId) router.refresh();
        },
      });
    } catch (error) {
      if (!(error instanceof DialogCancelled)) throw error;
    }
  };

  /** Leaves a chat that went away. */
  const leave = (id: string) => {
    if (id === currentId) router.push("/personal/chat");
  };

  const handleRemove = async (session: ChatSessionDto) => {
    const agreed = await confirm({
      title: t("sessions.deleteTitle"),
      description: t("sessions.deleteText", { title: titleOf(session) }),
      okButton: t("sessions.delete"),
      destructive: true,
      onOk: async () => {
        await remove.mutateAsync(session.id);
      },
    });
    if (agreed) leave(session.id);
  };

  return {
    create: () => void handleCreate(),
    rename: (session: ChatSessionDto) => void handleRename(session),
    remove: (session: ChatSessionDto) => void handleRemove(session),
    archive: (session: ChatSessionDto) =>
      change.mutate({ id: session.id, archived: true }, { onSuccess: () => leave(session.id) }),
    unarchive: (session: ChatSessionDto) => change.mutate({ id: session.id, archived: false }),
  };
}

function oldestOf(error: unknown): { id: string; title: string } | null {
  if (!(error instanceof ApiError) || error.code !== 409) return null;
  return (error.data as { oldest?: { id: string; title: string } | null } | null)?.oldest ?? null;
}
