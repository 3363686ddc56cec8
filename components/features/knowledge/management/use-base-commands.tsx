"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Copy, Eye, FileArchive, Pencil, Trash2, UserRoundCog } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { MenuCommand } from "@/components/common/command-menu";
import { confirm } from "@/lib/client/dialogs";
import { offerUndo } from "@/lib/client/undo";
import { useOffers } from "@/lib/features/knowledge/center-hooks";
import type { BaseDto } from "@/lib/features/knowledge/dto";
import { reachQuery, useBaseActions, useShortcutActions } from "@/lib/features/knowledge/hooks";
import { visibilityHref } from "@/lib/features/knowledge/paths";
import { useScreens } from "../screens";

export type BaseCommands = ReturnType<typeof useBaseCommands>;

/** What can be done with a base in a list. `onOpen` opens a drawer by its name in the address. */
export function useBaseCommands({ onOpen }: { onOpen: (drawer: string) => void }) {
  const t = useTranslations("knowledge");
  const router = useRouter();
  const client = useQueryClient();
  const { remove, restore } = useBaseActions();
  const shortcuts = useShortcutActions();
  const isOffered = useOffers();
  const hasVisibility = useScreens(["/knowledge-center/visibility"]).length > 0;

  /** People besides oneself who can use it now; null where that cannot be told. */
  const othersOf = async ({ id, visibility }: BaseDto) => {
    if (visibility === "self") return 0;
    const first = reachQuery(id, { page: 1, pageSize: 1, keyword: "" });
    return client.fetchQuery({ ...first, staleTime: 0 }).then(
      ({ able }) => Math.max(0, able - 1),
      () => null,
    );
  };
  const handleRemove = async (base: BaseDto) => {
    const others = await othersOf(base);
    const agreed = await confirm({
      title: t("delete.title"),
      description: t("delete.text", {
        name: base.name,
        files: base.fileCount,
        // Said without a number where it is not known.
        others: others ?? -1,
      }),
      okButton: t("delete.ok"),
      destructive: true,
      onOk: () => remove.mutateAsync(base.id),
    });
    if (agreed)
      offerUndo(t("delete.done", { name: base.name }), () => restore.mutateAsync(base.id).then(() => undefined));
  };
  return {
    restore: ({ id }: BaseDto) => restore.mutate(id),
    pin: (base: BaseDto) =>
      void (base.isShortcut
        ? shortcuts.remove(base.id)
        : shortcuts.add({ id: base.id, name: base.name, icon: base.icon, mayManage: base.mayManage })),
    of: (base: BaseDto): MenuCommand[] => [
      ...(base.mayManage
        ? [
            { key: "edit", label: t("command.edit"), icon: Pencil, onSelect: () => onOpen(`edit:${base.id}`) },
            ...(hasVisibility
              ? [
                  {
                    key: "reach",
                    label: t("command.reach"),
                    icon: Eye,
                    onSelect: () => router.push(visibilityHref(base.id)),
                  },
                ]
              : []),
            { key: "copy", label: t("command.copy"), icon: Copy, onSelect: () => onOpen(`copy:${base.id}`) },
            ...(isOffered("exports")
              ? [
                  {
                    key: "export",
                    label: t("command.export"),
                    icon: FileArchive,
                    onSelect: () => onOpen(`export:${base.id}`),
                  },
                ]
              : []),
          ]
        : []),
      ...(base.isOwn
        ? [
            {
              key: "transfer",
              label: t("command.transfer"),
              icon: UserRoundCog,
              onSelect: () => onOpen(`transfer:${base.id}`),
            },
            {
              key: "delete",
              label: t("command.delete"),
              icon: Trash2,
              danger: true,
              apart: true,
              onSelect: () => void handleRemove(base),
            },
          ]
        : []),
    ],
  };
}
