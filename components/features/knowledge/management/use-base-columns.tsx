"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/common/data-table/types";
import { useBytes } from "@/components/common/use-bytes";
import { useWhen } from "@/components/common/use-when";
import { Avatar } from "@/components/ui/avatar";
import type { BaseDto } from "@/lib/features/knowledge/dto";
import { BaseIcon } from "../base-icon";
import { VISIBILITY_ICONS } from "../base-visibility";
import { useBaseHref } from "../use-base-href";
import { BaseActions } from "./base-actions";
import type { BaseCommands } from "./use-base-commands";
import { useDaysLeft } from "./use-days-left";

/** Columns of the list of bases, or of those in the trash. */
export function useBaseColumns({ commands, trash }: { commands: BaseCommands; trash: boolean }): Column<BaseDto>[] {
  const t = useTranslations("knowledge");
  const bytes = useBytes();
  const when = useWhen();
  const daysLeft = useDaysLeft();
  const hrefOf = useBaseHref();
  return [
    {
      key: "name",
      header: t("column.name"),
      cell: (base) => {
        const href = base.deletedAt ? null : hrefOf(base);
        return (
          <span className="flex min-w-0 max-w-120 items-center gap-2.5">
            <BaseIcon icon={base.icon} id={base.id} size={28} />
            {href ? (
              <Link href={href} prefetch={false} className="min-w-0 truncate rounded-xs hover:text-primary-ink">
                {base.name}
              </Link>
            ) : (
              <span className="min-w-0 truncate">{base.name}</span>
            )}
          </span>
        );
      },
    },
    {
      key: "type",
      header: t("type.label"),
      cell: ({ type }) => <span className="text-fg-2">{t(`type.${type}`)}</span>,
    },
    {
      key: "visibility",
      header: t("column.visibility"),
      cell: ({ visibility }) => {
        const Icon = VISIBILITY_ICONS[visibility];
        return (
          <span className="flex items-center gap-1.5 whitespace-nowrap text-fg-2">
            <Icon aria-hidden size={14} strokeWidth={1.75} className="text-fg-3" />
            {t(`visibility.short.${visibility}`)}
          </span>
        );
      },
    },
    {
      key: "files",
      header: t("column.files"),
      numeric: true,
      phone: "line",
      cell: ({ fileCount }) => <span className="tnum">{t("fileCount", { count: fileCount })}</span>,
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
            <span className="shrink-0 text-fg-3 text-xs">{t(base.mayManage ? "right.manage" : "right.view")}</span>
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
    {
      key: "actions",
      header: "",
      phone: "actions",
      width: "96px",
      cell: (base) => (
        <div className="flex items-center justify-end gap-1">
          <BaseActions base={base} commands={commands} />
        </div>
      ),
    },
  ];
}
