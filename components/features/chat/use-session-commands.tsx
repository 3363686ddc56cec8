"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useDialogs } from "@/components/common/use-dialogs";
import { confirm } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { CHAT_SESSIONS_MAX, SESSION_TITLE_MAX } from "@/lib/config/constants";
import type { ChatSessionDto } from "@/lib/features/chat/dto";
import { useSessionActions } from "@/lib/features/chat/hooks";
import { ApiError } from "@/lib/http/api-error";
import { useNameDialog } from "./use-name-dialog";

const ShareForm = lazy(() => import("./share-form").then((module) => ({ default: module.ShareForm })));

export type SessionCommands = ReturnType<typeof useSessionCommands>;

export const chatHref = (id: string, message?: string) =>
  `/personal/chat?id=${id}${message ? `&message=${message}` : ""}`;

/** What can be done with chats, with the questions asked before. `currentId` is the chat in view. */
export function useSessionCommands(currentId: string) {
  const t = useTranslations("chat");
  const errors = useTranslations("errors");
  const router = useRouter();
  const dialogs = useDialogs();
  const askName = useNameDialog();
  const { create, change, remove } = useSessionActions();
  const titleOf = (session: { title: string }) => session.title || t("untitled");

  const open = async (input: { folderId?: string }) => {
    const session = await create.mutateAsync(input);
    router.push(chatHref(session.id));
  };

  const handleCreate = async (input: { folderId?: string } = {}) => {
    if (create.isPending) return;
    try {
      await open(input);
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
      if (agreed) await open(input).catch(reportFailure);
    }
  };

  const handleRename = (session: ChatSessionDto) =>
    askName({
      title: t("sessions.renameTitle"),
      label: t("sessions.name"),
      initial: session.title,
      max: SESSION_TITLE_MAX,
      emptyError: errors("sessionNameEmpty"),
      save: async (title) => {
        await change.mutateAsync({ id: session.id, title });
        if (session.id === currentId) router.refresh();
      },
    });

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

  const handleShare = (session: ChatSessionDto) =>
    dialogs
      .open({
        title: t("share.title"),
        okButton: null,
        cancelButton: t("share.close"),
        content: (
          <LazyBoundary fallback={<PanelSkeleton />} onFailure={() => undefined}>
            <ShareForm sessionId={session.id} />
          </LazyBoundary>
        ),
      })
      // Closed: nothing is left to do.
      .catch(() => undefined);

  return {
    create: (input?: { folderId?: string }) => void handleCreate(input),
    rename: (session: ChatSessionDto) => void handleRename(session),
    remove: (session: ChatSessionDto) => void handleRemove(session),
    share: (session: ChatSessionDto) => void handleShare(session),
    pin: (session: ChatSessionDto) => change.mutate({ id: session.id, pinned: !session.pinned }),
    move: (session: ChatSessionDto, folderId: string | null) => change.mutate({ id: session.id, folderId }),
    archive: (session: ChatSessionDto) =>
      change.mutate({ id: session.id, archived: true }, { onSuccess: () => leave(session.id) }),
    unarchive: (session: ChatSessionDto) => change.mutate({ id: session.id, archived: false }),
    leave,
  };
}

function oldestOf(error: unknown): { id: string; title: string } | null {
  if (!(error instanceof ApiError) || error.code !== 409) return null;
  return (error.data as { oldest?: { id: string; title: string } | null } | null)?.oldest ?? null;
}
