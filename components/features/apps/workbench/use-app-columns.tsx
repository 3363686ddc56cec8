"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { actionsColumn } from "@/components/common/data-table/actions-column";
import type { Column } from "@/components/common/data-table/types";
import { MoreMenu } from "@/components/common/lazy-menu";
import { useWhen } from "@/components/common/use-moments";
import { Avatar } from "@/components/ui/avatar";
import type { AppDto } from "@/lib/features/apps/dto";
import { FavouriteButton } from "../app-card";
import { AppIcon, KIND_ICONS } from "../app-icon";
import { AppStateMark } from "./app-state";
import type { AppCommands } from "./use-app-commands";

interface AppColumns {
  commands: AppCommands;
  hrefOf: (app: AppDto) => string | null;
}

/** Columns of the workbench. */
export function useAppColumns({ commands, hrefOf }: AppColumns): Column<AppDto>[] {
  const t = useTranslations("apps-list");
  const when = useWhen();
  return [
    {
      key: "name",
      header: t("column.app"),
      cell: (app) => {
        const href = hrefOf(app);
        return (
          <span className="flex min-w-0 max-w-120 items-center gap-2.5">
            <AppIcon icon={app.icon} id={app.id} size={28} />
            {href ? (
              <Link href={href} prefetch={false} className="min-w-0 truncate rounded-xs hover:text-primary-ink">
                {app.name}
              </Link>
            ) : (
              <span className="min-w-0 truncate">{app.name}</span>
            )}
          </span>
        );
      },
    },
    {
      key: "kind",
      header: t("column.kind"),
      cell: ({ kind }) => {
        const Icon = KIND_ICONS[kind];
        return (
          <span className="flex items-center gap-1.5 whitespace-nowrap text-fg-2">
            <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-fg-3" />
            {t(`kind.${kind}`)}
          </span>
        );
      },
    },
    { key: "state", header: t("column.state"), phone: "line", cell: ({ state }) => <AppStateMark state={state} /> },
    {
      key: "recent",
      header: t("column.recent"),
      numeric: true,
      cell: ({ recentUses, version }) => (
        <span className="tnum text-fg-2">{version === null && recentUses === 0 ? "–" : recentUses}</span>
      ),
    },
    {
      key: "owner",
      header: t("column.owner"),
      cell: ({ kind, owner, isOwn, mayManage }) =>
        kind === "tool" ? (
          <span className="text-fg-2">{t("builtIn")}</span>
        ) : (
          <span className="flex min-w-0 max-w-48 items-center gap-2">
            <Avatar id={owner.id} name={owner.name} size={20} />
            <span className="truncate">{owner.name}</span>
            {!isOwn && (
              <span className="shrink-0 text-fg-3 text-xs">{t(mayManage ? "right.manage" : "right.view")}</span>
            )}
          </span>
        ),
    },
    {
      key: "updated",
      header: t("column.updated"),
      phone: "line",
      cell: ({ updatedAt, deletedAt }) => (
        <span className="tnum whitespace-nowrap text-fg-2">{when(deletedAt ?? updatedAt)}</span>
      ),
    },
    actionsColumn("96px", (app) => (
      <>
        {!app.deletedAt && <FavouriteButton app={app} />}
        <MoreMenu label={t("more", { name: app.name })} commands={commands.of(app)} />
      </>
    )),
  ];
}
