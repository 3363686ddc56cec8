"use client";

import { useTranslations } from "next-intl";
import { actionsColumn } from "@/components/common/data-table/actions-column";
import type { Column } from "@/components/common/data-table/types";
import { useBytes } from "@/components/common/use-bytes";
import { useWhen } from "@/components/common/use-moments";
import { Avatar } from "@/components/ui/avatar";
import type { BaseDto } from "@/lib/features/knowledge/dto";
import { BaseIcon } from "../base-icon";
import { BaseActions } from "./base-actions";
import { BaseLink, VisibilityMark } from "./base-parts";
import type { BaseCommands } from "./use-base-commands";
import { useDaysLeft } from "./use-days-left";

/** Columns of the list of bases, or of those in the trash. */
export function useBaseColumns({ commands, trash }: { commands: BaseCommands; trash: boolean }): Column<BaseDto>[] {
  const t = useTranslations("knowledge");
  const right = useTranslations("common.sharing.right");
  const bytes = useBytes();
  const when = useWhen();
  const daysLeft = useDaysLeft();
  return [
    {
      key: "name",
      header: t("column.name"),
      cell: (base) => (
        <span className="flex min-w-0 max-w-120 items-center gap-2.5">
          <BaseIcon icon={base.icon} id={base.id} size={28} />
          <BaseLink base={base} className="min-w-0 truncate rounded-xs" />
        </span>
      ),
    },
    {
      key: "type",
      header: t("type.label"),
      cell: ({ type }) => <span className="text-fg-2">{t(`type.${type}`)}</span>,
    },
    {
      key: "visibility",
      header: t("column.visibility"),
      cell: ({ visibility }) => (
        <span className="flex items-center gap-1.5 whitespace-nowrap text-fg-2">
          <VisibilityMark visibility={visibility} size={14} />
        </span>
      ),
    },
    {
      key: "files",
      header: t("column.files"),
      numeric: true,
      phone: "line",
      cell: ({ fileCount }) => <span className="tnum">{t("fileCount", { count: fileCount })}</span>,
    },
    {
      key: "pairs",
      header: t("column.pairs"),
      numeric: true,
      cell: ({ qaCount }) => (
        <span className="tnum text-fg-2">{qaCount > 0 ? t("qaCount", { count: qaCount }) : "–"}</span>
      ),
    },
    {
      key: "size",
      header: t("column.size"),
      numeric: true,
      cell: ({ size }) => <span className="whitespace-nowrap text-fg-2">{size > 0 ? bytes(size) : "–"}</span>,
    },
    {
      key: "owner",
      header: t("column.owner"),
      cell: (base) => (
        <span className="flex min-w-0 max-w-48 items-center gap-2">
          <Avatar id={base.owner.id} name={base.owner.name} size={20} />
          <span className="truncate">{base.owner.name}</span>
          {!base.isOwn && (
            <span className="shrink-0 text-fg-3 text-xs">{right(base.mayManage ? "manage" : "view")}</span>
          )}
        </span>
      ),
    },
    {
      key: "updated",
      header: trash ? t("column.deleted") : t("column.updated"),
      phone: "line",
      cell: ({ updatedAt, deletedAt }) => (
        <span className="tnum whitespace-nowrap text-fg-2">
          {deletedAt ? `${when(deletedAt)} · ${daysLeft(deletedAt)}` : when(updatedAt)}
        </span>
      ),
    },
    actionsColumn("96px", (base) => <BaseActions base={base} commands={commands} />),
  ];
}
