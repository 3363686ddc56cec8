"use client";

import { useQuery } from "@tanstack/react-query";
import { Copy, Pencil, Trash2, UserRoundSearch } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useFormatter } from "next-intl";
import { useDeferredValue } from "react";
import { CreateButton } from "@/components/common/create-button";
import { DataTable } from "@/components/common/data-table/data-table";
import { pagedList } from "@/components/common/data-table/paged-list";
import type { Column } from "@/components/common/data-table/types";
import { useHiddenColumns } from "@/components/common/data-table/use-hidden-columns";
import { EmptyState } from "@/components/common/empty-state";
import { ExportMenu } from "@/components/common/export-menu";
import { MoreMenu } from "@/components/common/lazy-menu";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useMinute } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Segmented } from "@/components/ui/segmented";
import type { RoleDto } from "@/lib/features/roles/dto";
import { detailPath, type RoleFilter, rolesAddress } from "@/lib/features/roles/filter";
import { exportRoles, rolesListQuery } from "@/lib/features/roles/hooks";
import { useRemoveRole } from "./use-remove-role";
import { useRoleTexts } from "./use-role-texts";

interface RoleListProps {
  filter: RoleFilter;
  canOpen: boolean;
  onFilter: (patch: Partial<RoleFilter>) => void;
  onCreate: () => void;
  onOpen: (open: string) => void;
}

/** Roles with their kind, people and limits. */
export function RoleList({ filter, canOpen, onFilter, onCreate, onOpen }: RoleListProps) {
  const { t } = useRoleTexts();
  const deferred = useDeferredValue(filter.keyword);
  const query = useQuery(rolesListQuery({ ...filter, keyword: deferred }));
  const columns = useColumns({ canOpen, onOpen });
  const { hidden, choice } = useHiddenColumns(columns);
  const types = (["all", "system", "ordinary", "custom"] as const).map((value) => ({
    value,
    label: value === "all" ? t("filter.all") : t(`type.${value}`),
  }));
  return (
    <>
      <ListToolbar
        search={t("search")}
        keyword={filter.keyword}
        onKeyword={(keyword) => onFilter({ keyword })}
        end={
          <>
            {choice}
            <ExportMenu onExport={(format) => exportRoles(filter, format)} />
          </>
        }
      >
        <Segmented
          aria-label={t("filter.type")}
          value={filter.type}
          onValueChange={(type) => onFilter({ type })}
          options={types}
        />
      </ListToolbar>
      <DataTable
        label={t("title")}
        columns={columns}
        hidden={hidden}
        rowKey={(row) => row.id}
        state={query}
        {...pagedList(rolesAddress, filter, onFilter)}
        empty={
          <EmptyState
            title={t("empty.title")}
            description={t("empty.description")}
            action={<CreateButton label={t("create")} onCreate={onCreate} />}
          />
        }
      />
    </>
  );
}

type Access = Pick<RoleListProps, "canOpen" | "onOpen">;

function useColumns({ canOpen, onOpen }: Access): Column<RoleDto>[] {
  const { t, nameOf, descriptionOf, limit } = useRoleTexts();
  const minute = useMinute();
  const format = useFormatter();
  const name = "block max-w-72 truncate rounded-xs text-left font-semibold hover:text-primary-ink";
  return [
    {
      key: "name",
      header: t("column.name"),
      sortable: true,
      cell: (row) => (
        <div className="min-w-40">
          {canOpen ? (
            <Link href={detailPath(row.id)} prefetch={false} className={name}>
              {nameOf(row)}
            </Link>
          ) : (
            <span className="block max-w-72 truncate font-semibold">{nameOf(row)}</span>
          )}
          <span className="block max-w-90 truncate text-fg-3 text-xs">{descriptionOf(row)}</span>
        </div>
      ),
    },
    {
      key: "type",
      header: t("column.type"),
      sortable: true,
      hideable: true,
      phone: "line",
      cell: (row) => (
        <span className="inline-flex gap-1">
          <Badge tone={row.type === "system" ? "primary" : "neutral"}>{t(`type.${row.type}`)}</Badge>
          {row.key && row.type !== "system" && <Badge>{t("shipped")}</Badge>}
        </span>
      ),
    },
    {
      key: "people",
      header: t("column.people"),
      sortable: true,
      hideable: true,
      numeric: true,
      phone: "line",
      cell: (row) => format.number(row.people),
    },
    {
      key: "tokens",
      header: t("column.tokens"),
      numeric: true,
      hideable: true,
      cell: (row) => limit(row.dailyTokenLimit),
    },
    {
      key: "images",
      header: t("column.images"),
      numeric: true,
      hideable: true,
      cell: (row) => limit(row.dailyImageLimit),
    },
    {
      key: "updatedAt",
      header: t("column.updatedAt"),
      sortable: true,
      hideable: true,
      cell: (row) => <span className="tnum whitespace-nowrap text-fg-2">{minute(row.updatedAt)}</span>,
    },
    {
      key: "actions",
      header: "",
      phone: "actions",
      width: "56px",
      cell: (row) => <RowMenu role={row} canOpen={canOpen} onOpen={onOpen} />,
    },
  ];
}

function RowMenu({ role, canOpen, onOpen }: Access & { role: RoleDto }) {
  const { t, nameOf } = useRoleTexts();
  const router = useRouter();
  const remove = useRemoveRole();
  const mayEdit = !role.isAdministrator && !role.isStronger;
  const commands = [
    ...(canOpen
      ? [
          {
            key: "open",
            label: t("open"),
            icon: UserRoundSearch,
            onSelect: () => router.push(detailPath(role.id)),
          },
        ]
      : []),
    ...(mayEdit ? [{ key: "edit", label: t("edit"), icon: Pencil, onSelect: () => onOpen(role.id) }] : []),
    { key: "copy", label: t("copy"), icon: Copy, onSelect: () => onOpen(`copy:${role.id}`) },
    ...(mayEdit && !role.key
      ? [
          {
            key: "delete",
            label: t("delete.ok"),
            icon: Trash2,
            danger: true,
            apart: true,
            onSelect: () => void remove(role),
          },
        ]
      : []),
  ];
  return (
    <div className="flex justify-end">
      <MoreMenu label={t("more", { name: nameOf(role) })} commands={commands} />
    </div>
  );
}
