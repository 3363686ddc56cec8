"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, UserMinus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { CreateButton } from "@/components/common/create-button";
import { menuColumn } from "@/components/common/data-table/actions-column";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { ListToolbar } from "@/components/common/list-toolbar";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { MemberDto, RoleDto } from "@/lib/features/roles/dto";
import { membersQuery, useRoleActions } from "@/lib/features/roles/hooks";
import { useRoleTexts } from "./use-role-texts";

interface MemberListProps {
  role: RoleDto;
  keyword: string;
  page: number;
  /** spec 6: only administrators remove roles. */
  canRemove: boolean;
  onFilter: (patch: { keyword?: string; page?: number }) => void;
  onAdd: () => void;
  onWhy: (userId: string) => void;
}

const PAGE_SIZE = 20;

/** The people who hold a role. */
export function MemberList({ role, keyword, page, canRemove, onFilter, onAdd, onWhy }: MemberListProps) {
  const { t, nameOf } = useRoleTexts();
  const { changeMembers } = useRoleActions();
  const deferred = useDeferredValue(keyword);
  const query = useQuery(membersQuery(role.id, { keyword: deferred, page, pageSize: PAGE_SIZE }));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const removeThem = async (ids: string[], name: string) => {
    await confirm({
      title: t("members.removeTitle"),
      description: t("members.removeText", { count: ids.length, name, role: nameOf(role) }),
      okButton: t("members.remove"),
      destructive: true,
      onOk: async () => {
        await changeMembers.mutateAsync({ id: role.id, remove: ids });
        setSelected(new Set());
        toast.success();
      },
    });
  };
  const add = <CreateButton label={t("members.add")} onCreate={onAdd} />;
  const columns: Column<MemberDto>[] = [
    {
      key: "name",
      header: t("members.column.name"),
      cell: (row) => (
        <div className="flex min-w-40 items-center gap-2.5">
          <Avatar id={row.id} name={row.name} />
          <span className="min-w-0 truncate">{row.name}</span>
          <span className="min-w-0 truncate text-fg-3 text-xs">{row.account}</span>
        </div>
      ),
    },
    {
      key: "department",
      header: t("members.column.department"),
      phone: "line",
      cell: (row) => (
        <span className="block max-w-44 truncate text-fg-2">{row.department ?? t("members.noDepartment")}</span>
      ),
    },
    {
      key: "status",
      header: t("members.column.status"),
      phone: "line",
      cell: ({ status }) => (
        <Status tone="success" hollow={status === "disabled"}>
          {t(`members.${status}`)}
        </Status>
      ),
    },
    menuColumn(
      ({ name }) => t("members.more", { name }),
      ({ id, name }) => [
        { key: "why", label: t("members.why"), icon: KeyRound, onSelect: () => onWhy(id) },
        ...(canRemove
          ? [
              {
                key: "remove",
                label: t("members.remove"),
                icon: UserMinus,
                danger: true,
                apart: true,
                onSelect: () => void removeThem([id], name),
              },
            ]
          : []),
      ],
    ),
  ];
  const names = new Map(query.data?.items.map((row) => [row.id, row.name]));
  return (
    <>
      <ListToolbar
        search={t("members.search")}
        keyword={keyword}
        onKeyword={(word) => onFilter({ keyword: word, page: 1 })}
        end={
          <>
            {!canRemove && <span className="text-fg-3 text-xs max-md:hidden">{t("members.onlyAdministrators")}</span>}
            {add}
          </>
        }
      />
      <DataTable
        label={t("detail.members")}
        columns={columns}
        rowKey={(row) => row.id}
        state={query}
        page={page}
        pageSize={PAGE_SIZE}
        onPageChange={(next) => onFilter({ page: next })}
        onOpen={(row) => onWhy(row.id)}
        selection={
          canRemove
            ? {
                keys: selected,
                onChange: setSelected,
                label: (row) => row.name,
                actions: (
                  <Button
                    size="sm"
                    variant="danger"
                    icon={UserMinus}
                    onClick={() => void removeThem([...selected], names.get([...selected][0] ?? "") ?? "")}
                  >
                    {t("members.remove")}
                  </Button>
                ),
              }
            : undefined
        }
        onClearFilters={keyword ? () => onFilter({ keyword: "", page: 1 }) : undefined}
        empty={
          <EmptyState title={t("members.empty.title")} description={t("members.empty.description")} action={add} />
        }
      />
    </>
  );
}
