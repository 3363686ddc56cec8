"use client";

import {
  Copy,
  FileOutput,
  FolderInput,
  LayoutGrid,
  Pencil,
  Play,
  SlidersHorizontal,
  Trash2,
  Undo2,
  UserRoundCog,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { MenuCommand } from "@/components/common/command-menu";
import { useExport } from "@/components/common/export-menu";
import { confirm } from "@/lib/client/dialogs";
import { offerUndo } from "@/lib/client/undo";
import type { AppDto } from "@/lib/features/apps/dto";
import { useAppActions } from "@/lib/features/apps/hooks";
import { appHref, editorHref, listingHref } from "@/lib/features/apps/paths";
import { useMoveApp } from "./use-move-app";

export type AppCommands = ReturnType<typeof useAppCommands>;

/** What can be done with an app in a list. `onOpen` opens a dialog by its name in the address. */
export function useAppCommands({ onOpen }: { onOpen: (dialog: string) => void }) {
  const t = useTranslations("apps-list");
  const router = useRouter();
  const { remove, restore, download } = useAppActions();
  const { run } = useExport();
  const move = useMoveApp();

  const handleRemove = async ({ id, name }: AppDto) => {
    const agreed = await confirm({
      title: t("delete.title", { name }),
      description: t("delete.text"),
      okButton: t("action.delete"),
      destructive: true,
      onOk: () => remove.mutateAsync(id),
    });
    if (agreed) offerUndo(t("delete.done"), () => restore.mutateAsync(id).then(() => undefined));
  };
  const to = (key: "open" | "edit" | "listing", icon: MenuCommand["icon"], href: string): MenuCommand => ({
    key,
    label: t(`action.${key}`),
    icon,
    onSelect: () => router.push(href),
  });
  return {
    of: (app: AppDto): MenuCommand[] => {
      const { id, version, mayManage, isOwn, deletedAt } = app;
      const isMade = app.kind !== "tool";
      if (deletedAt) {
        return [{ key: "restore", label: t("action.restore"), icon: Undo2, onSelect: () => restore.mutate(id) }];
      }
      return [
        ...(version === null ? [] : [to("open", Play, appHref(id))]),
        ...(mayManage && !isMade ? [to("listing", LayoutGrid, listingHref(id))] : []),
        ...(mayManage && isMade
          ? [
              to("edit", SlidersHorizontal, editorHref(id)),
              { key: "info", label: t("action.info"), icon: Pencil, onSelect: () => onOpen(`info:${id}`) },
              to("listing", LayoutGrid, listingHref(id)),
              { key: "copy", label: t("action.copy"), icon: Copy, onSelect: () => onOpen(`copy:${id}`) },
              { key: "export", label: t("action.export"), icon: FileOutput, onSelect: () => run(() => download(id)) },
            ]
          : []),
        { key: "folder", label: t("action.folder"), icon: FolderInput, onSelect: () => move(app) },
        ...(isOwn
          ? [
              {
                key: "transfer",
                label: t("action.transfer"),
                icon: UserRoundCog,
                onSelect: () => onOpen(`transfer:${id}`),
              },
              {
                key: "delete",
                label: t("action.delete"),
                icon: Trash2,
                danger: true,
                apart: true,
                onSelect: () => void handleRemove(app),
              },
            ]
          : []),
      ];
    },
  };
}
