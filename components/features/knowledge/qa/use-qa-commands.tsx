"use client";

import { Check, CircleOff, CirclePlay, Pencil, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MenuCommand } from "@/components/common/command-menu";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { QaDto } from "@/lib/features/knowledge/qa-dto";
import { useQaActions } from "@/lib/features/knowledge/qa-hooks";
import type { QaBatch } from "@/lib/features/knowledge/qa-schema";

export type QaCommands = ReturnType<typeof useQaCommands>;

/** What can be done with pairs, one or many; what cannot be taken back is asked about before. */
export function useQaCommands(
  baseId: string | undefined,
  { onOpen, onDone }: { onOpen: (id: string) => void; onDone: () => void },
) {
  const t = useTranslations("knowledge-qa");
  const { batch } = useQaActions(baseId);
  const send = async (action: QaBatch["action"], chosen: Pick<QaBatch, "ids" | "allProposed">) => {
    const { changed } = await batch.mutateAsync({ action, ...chosen });
    onDone();
    toast.success(t(`done.${action}`, { count: changed }));
  };
  const run = (action: QaBatch["action"], ids: string[]) => void send(action, { ids }).catch(() => undefined);
  const remove = (ids: string[]) =>
    void confirm({
      title: t("remove.title", { count: ids.length }),
      description: t("remove.text"),
      okButton: t("command.delete"),
      destructive: true,
      onOk: () => send("delete", { ids }),
    });
  const reject = (ids: string[]) =>
    void confirm({
      title: t("remove.reject", { count: ids.length }),
      description: t("remove.rejectText"),
      okButton: t("command.reject"),
      destructive: true,
      onOk: () => send("reject", { ids }),
    });
  const approveAll = (count: number) =>
    void confirm({
      title: t("approveAll.title"),
      description: t("approveAll.text", { count }),
      okButton: t("approveAll.button"),
      onOk: () => send("approve", { allProposed: true }),
    });
  const of = ({ id, state }: QaDto): MenuCommand[] => [
    { key: "edit", label: t("command.edit"), icon: Pencil, onSelect: () => onOpen(id) },
    ...(state === "proposed"
      ? [
          { key: "approve", label: t("command.approve"), icon: Check, onSelect: () => run("approve", [id]) },
          { key: "reject", label: t("command.reject"), icon: X, danger: true, onSelect: () => reject([id]) },
        ]
      : [
          state === "active"
            ? { key: "disable", label: t("command.disable"), icon: CircleOff, onSelect: () => run("disable", [id]) }
            : { key: "enable", label: t("command.enable"), icon: CirclePlay, onSelect: () => run("enable", [id]) },
          { key: "delete", label: t("command.delete"), icon: Trash2, danger: true, onSelect: () => remove([id]) },
        ]),
  ];
  return { open: onOpen, run, remove, reject, approveAll, of };
}
