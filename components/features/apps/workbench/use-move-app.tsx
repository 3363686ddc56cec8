"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { FolderChoice } from "@/components/common/folder-choice";
import { useDialogs } from "@/components/common/use-dialogs";
import { DialogCancelled } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { offerUndo } from "@/lib/client/undo";
import type { AppDto } from "@/lib/features/apps/dto";
import { appFoldersQuery, useAppActions } from "@/lib/features/apps/hooks";

/** Asks which own folder an app goes to. */
export function useMoveApp(): (app: AppDto) => void {
  const t = useTranslations("apps-list.folder");
  const dialogs = useDialogs();
  const { mark } = useAppActions();
  return ({ id, name, folderId }) => {
    let chosen = folderId;
    void dialogs
      .open({
        title: t("moveTitle", { name }),
        size: "small",
        okButton: t("move"),
        content: <Choice initial={folderId} onChange={(folder) => (chosen = folder)} />,
        onOk: async () => {
          if (chosen === folderId) return;
          await mark.mutateAsync({ id, folderId: chosen });
          offerUndo(t("moved"), async () => {
            await mark.mutateAsync({ id, folderId });
          });
        },
      })
      .catch((error: unknown) => {
        if (!(error instanceof DialogCancelled)) reportFailure(error);
      });
  };
}

function Choice({ initial, onChange }: { initial: string | null; onChange: (folderId: string | null) => void }) {
  const t = useTranslations("apps-list.folder");
  const { data } = useQuery(appFoldersQuery);
  return (
    <FolderChoice
      label={t("target")}
      none={t("none")}
      hint={data?.items.length === 0 ? t("noFolders") : undefined}
      folders={data?.items ?? []}
      initial={initial}
      onChange={onChange}
    />
  );
}
