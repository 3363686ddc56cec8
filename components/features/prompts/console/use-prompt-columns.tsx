"use client";

import { Ban, Check, Eye, Trash2 } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { Column } from "@/components/common/data-table/types";
import { MoreMenu } from "@/components/common/lazy-menu";
import { useWhen } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Status } from "@/components/ui/status";
import type { CategoryDto, PromptDto } from "@/lib/features/prompts/dto";
import { categoryName } from "../category-icon";
import { StatusBadge } from "../status-badge";
import { useConsoleCommands } from "./use-console-commands";

interface ColumnInput {
  categories: readonly CategoryDto[];
  onOpen: (prompt: PromptDto) => void;
}

/** The fields of spec 3 for the console, with kind, circle, state and uses. */
export function usePromptColumns({ categories, onOpen }: ColumnInput): Column<PromptDto>[] {
  const t = useTranslations("prompts");
  const locale = useLocale();
  const format = useFormatter();
  const when = useWhen();
  const none = <span className="text-fg-3">—</span>;
  return [
    {
      key: "name",
      header: t("field.name"),
      sortable: true,
      cell: (row) => (
        <button
          type="button"
          onClick={() => onOpen(row)}
          className="block max-w-56 truncate rounded-xs text-left font-semibold hover:text-primary-ink"
        >
          {row.name}
        </button>
      ),
    },
    {
      key: "description",
      header: t("field.description"),
      hideable: true,
      phone: "line",
      cell: (row) =>
        row.description ? <span className="block max-w-64 truncate text-fg-2">{row.description}</span> : none,
    },
    {
      key: "type",
      header: t("field.type"),
      hideable: true,
      cell: (row) => <Badge tone={row.type === "role" ? "primary" : "neutral"}>{t(`type.${row.type}`)}</Badge>,
    },
    {
      key: "roleName",
      header: t("field.roleName"),
      hideable: true,
      cell: (row) => (row.roleName ? <span className="block max-w-40 truncate text-fg-2">{row.roleName}</span> : none),
    },
    {
      key: "category",
      header: t("field.category"),
      hideable: true,
      cell: (row) => {
        const category = categories.find(({ id }) => id === row.categoryId);
        return category ? <span className="whitespace-nowrap text-fg-2">{categoryName(category, locale)}</span> : none;
      },
    },
    {
      key: "visibility",
      header: t("field.visibility"),
      hideable: true,
      cell: (row) => <span className="whitespace-nowrap text-fg-2">{t(`visibility.${row.visibility}`)}</span>,
    },
    {
      key: "status",
      header: t("field.status"),
      hideable: true,
      phone: "line",
      cell: (row) => (
        <span className="inline-flex gap-1">
          <StatusBadge status={row.status} />
          {!row.isEnabled && <Badge tone="warning">{t("console.disabled")}</Badge>}
        </span>
      ),
    },
    {
      key: "enabled",
      header: t("field.enabled"),
      hideable: true,
      cell: (row) => (
        <Status tone={row.isEnabled ? "success" : "neutral"} hollow={!row.isEnabled}>
          {t(row.isEnabled ? "console.enabled" : "console.disabled")}
        </Status>
      ),
    },
    {
      key: "creator",
      header: t("field.creator"),
      hideable: true,
      cell: (row) => (
        <span className="block max-w-32 truncate text-fg-2">
          {row.isShipped ? t("creator.product") : (row.creator ?? t("creator.organisation"))}
        </span>
      ),
    },
    {
      key: "createdAt",
      header: t("field.createdAt"),
      sortable: true,
      hideable: true,
      cell: (row) => <span className="tnum whitespace-nowrap text-fg-2">{when(row.createdAt)}</span>,
    },
    {
      key: "usageCount",
      header: t("field.usageCount"),
      sortable: true,
      hideable: true,
      numeric: true,
      cell: (row) => format.number(row.usageCount),
    },
    {
      key: "actions",
      header: "",
      width: "44px",
      phone: "actions",
      cell: (row) => <PromptRowMenu prompt={row} onOpen={onOpen} />,
    },
  ];
}

function PromptRowMenu({ prompt, onOpen }: { prompt: PromptDto; onOpen: ColumnInput["onOpen"] }) {
  const t = useTranslations("prompts.console");
  const { enable, remove } = useConsoleCommands();
  return (
    <MoreMenu
      label={t("more", { name: prompt.name })}
      commands={[
        {
          key: "view",
          label: t(prompt.status === "pending" ? "review" : "view"),
          icon: Eye,
          onSelect: () => onOpen(prompt),
        },
        {
          key: "enable",
          label: t(prompt.isEnabled ? "disable" : "enable"),
          icon: prompt.isEnabled ? Ban : Check,
          onSelect: () => enable(prompt),
        },
        {
          key: "delete",
          label: t("delete"),
          icon: Trash2,
          danger: true,
          apart: true,
          disabled: !prompt.isOrganisation,
          hint: t("ownerOnly"),
          onSelect: () => remove(prompt),
        },
      ]}
    />
  );
}
