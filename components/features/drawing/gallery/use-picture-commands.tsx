"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderInput, Pencil, RotateCcw, Share2, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import type { MenuCommand } from "@/components/common/command-menu";
import { FolderChoice } from "@/components/common/folder-choice";
import { useDialogs } from "@/components/common/use-dialogs";
import { useNameDialog } from "@/components/common/use-name-dialog";
import { useLinksDialog } from "@/components/sharing/use-links-dialog";
import { confirm, DialogCancelled } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import { offerUndo } from "@/lib/client/undo";
import type { PictureDto } from "@/lib/features/drawing/dto";
import { drawingFoldersQuery, usePictureActions } from "@/lib/features/drawing/hooks";
import { TITLE_MAX } from "@/lib/features/drawing/limits";
import { useSavePicture } from "./use-save-picture";

const PictureLinks = lazy(() => import("./picture-links").then((module) => ({ default: module.PictureLinks })));

/** What can be done with a picture; what can be taken back is done at once. */
export function usePictureCommands(onGone?: (picture: PictureDto) => void) {
  const t = useTranslations("drawing.action");
  const ts = useTranslations("drawing.share");
  const dialogs = useDialogs();
  const askName = useNameDialog();
  const { change, trash, restore, purge } = usePictureActions();

  const rename = ({ id, title }: PictureDto) =>
    void askName({
      title: t("renameTitle"),
      label: t("name"),
      initial: title,
      max: TITLE_MAX,
      hint: t("nameHint", { max: TITLE_MAX }),
      emptyError: t("nameEmpty"),
      save: (next) => change.mutateAsync({ id, title: next }),
    });
  const move = async ({ id, folderId }: PictureDto) => {
    let chosen = folderId;
    try {
      await dialogs.open({
        title: t("move"),
        size: "small",
        content: <Move initial={folderId} onChange={(next) => (chosen = next)} />,
        onOk: () => change.mutateAsync({ id, folderId: chosen }),
      });
    } catch (error) {
      if (!(error instanceof DialogCancelled)) reportFailure(error);
    }
  };
  const remove = (picture: PictureDto) =>
    trash.mutate([picture.id], {
      onSuccess: () => {
        offerUndo(t("deleted"), async () => {
          await restore.mutateAsync([picture.id]);
        });
        onGone?.(picture);
      },
    });
  const erase = (picture: PictureDto) =>
    void confirm({
      title: t("purgeTitle"),
      description: t("purgeText"),
      okButton: t("purge"),
      destructive: true,
      onOk: () => purge.mutateAsync([picture.id]),
    });
  const save = useSavePicture();
  const openLinks = useLinksDialog();
  const share = ({ id }: PictureDto) => openLinks(ts("title"), <PictureLinks id={id} />);
  const downloads = ({ id, createdAt }: PictureDto) => save(`/drawing/pictures/${id}/content`, createdAt);
  return {
    share,
    downloads,
    live: (picture: PictureDto): MenuCommand[] => [
      { key: "share", label: t("share"), icon: Share2, onSelect: () => share(picture) },
      { key: "rename", label: t("rename"), icon: Pencil, onSelect: () => rename(picture) },
      { key: "move", label: t("move"), icon: FolderInput, onSelect: () => void move(picture) },
      ...downloads(picture).map((one, index) => ({ ...one, apart: index === 0 })),
      { key: "delete", label: t("delete"), icon: Trash2, danger: true, apart: true, onSelect: () => remove(picture) },
    ],
    trashed: (picture: PictureDto): MenuCommand[] => [
      {
        key: "restore",
        label: t("restore"),
        icon: RotateCcw,
        onSelect: () => restore.mutate([picture.id], { onSuccess: () => toast.success(t("restored")) }),
      },
      { key: "purge", label: t("purge"), icon: Trash2, danger: true, apart: true, onSelect: () => erase(picture) },
    ],
  };
}

function Move({ initial, onChange }: { initial: string | null; onChange: (folderId: string | null) => void }) {
  const t = useTranslations("drawing.gallery");
  const { data } = useQuery(drawingFoldersQuery);
  return (
    <FolderChoice
      label={t("folder")}
      none={t("none")}
      hint={undefined}
      folders={data?.items ?? []}
      initial={initial}
      onChange={onChange}
    />
  );
}
