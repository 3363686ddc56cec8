"use client";

import {
  ArrowRightLeft,
  Ban,
  Check,
  CircleHelp,
  KeyRound,
  MonitorSmartphone,
  Pencil,
  Trash2,
  Wallet,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import type { Column } from "@/components/common/data-table/types";
import { MoreMenu } from "@/components/common/lazy-menu";
import { useWhen } from "@/components/common/use-moments";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Status } from "@/components/ui/status";
import { confirm } from "@/lib/client/dialogs";
import { budgetsOf } from "@/lib/features/organisation/budgets";
import type { UserDto } from "@/lib/features/organisation/dto";
import { useUserActions } from "@/lib/features/organisation/hooks";
import { phoneText } from "./phone-text";
import { roleName } from "./role-name";
import type { Viewer } from "./user-drawer";

/** What a row's menu opens. */
export interface UserTask {
  kind: "reset" | "transfer" | "delete" | "why" | "sessions";
  user: UserDto;
}

interface ColumnInput {
  viewer: Viewer;
  onOpen: (user: UserDto) => void;
  onTask: (task: UserTask) => void;
  /** Narrows the list to a department. */
  onDepartment: (id: string) => void;
}

/** Roles that are named; the others are counted. */
const ROLES_SHOWN = 2;

export function useUserColumns({ viewer, onOpen, onTask, onDepartment }: ColumnInput): Column<UserDto>[] {
  const t = useTranslations("organisation.users");
  const locale = useLocale();
  const when = useWhen();
  const none = <span className="text-fg-3">—</span>;
  return [
    {
      key: "name",
      header: t("column.user"),
      sortable: true,
      cell: (row) => (
        <span className="flex min-w-44 items-center gap-2.5">
          <Avatar id={row.id} name={row.name} src={row.avatar} />
          <span className="flex min-w-0 items-baseline gap-2">
            <button
              type="button"
              onClick={() => onOpen(row)}
              className="max-w-40 truncate rounded-xs text-left font-semibold hover:text-primary-ink"
            >
              {row.name}
            </button>
            <span className="max-w-40 truncate text-fg-3 text-xs">{row.account}</span>
          </span>
        </span>
      ),
    },
    {
      key: "department",
      header: t("field.department"),
      hideable: true,
      phone: "line",
      cell: (row) =>
        row.department ? (
          <button
            type="button"
            onClick={() => onDepartment(row.department!.id)}
            className="block max-w-44 truncate rounded-xs text-left text-fg-2 hover:text-primary-ink hover:underline"
          >
            {row.department.name}
          </button>
        ) : (
          none
        ),
    },
    {
      key: "roles",
      header: t("field.roles"),
      hideable: true,
      cell: ({ roles }) =>
        roles.length === 0 ? (
          none
        ) : (
          <span className="flex gap-1">
            {roles.slice(0, ROLES_SHOWN).map((role) => (
              <Badge key={role.id} tone={role.isAdministrator ? "primary" : "neutral"}>
                <span className="max-w-28 truncate">{roleName(role, locale)}</span>
              </Badge>
            ))}
            {roles.length > ROLES_SHOWN && (
              <Badge>
                <span title={roles.map((role) => roleName(role, locale)).join(", ")}>
                  +{roles.length - ROLES_SHOWN}
                </span>
              </Badge>
            )}
          </span>
        ),
    },
    {
      key: "status",
      header: t("column.status"),
      hideable: true,
      phone: "line",
      cell: ({ status, isAwaiting }) =>
        status === "disabled" ? (
          <Status tone="neutral" hollow>
            {t("state.disabled")}
          </Status>
        ) : isAwaiting ? (
          <Status tone="warning">{t("state.awaiting")}</Status>
        ) : (
          <Status tone="success">{t("state.enabled")}</Status>
        ),
    },
    {
      key: "phone",
      header: t("field.phone"),
      hideable: true,
      cell: ({ phone }) =>
        phone ? <span className="tnum whitespace-nowrap text-fg-2">{phoneText(phone)}</span> : none,
    },
    {
      key: "email",
      header: t("field.email"),
      hideable: true,
      cell: ({ email }) => (email ? <span className="block max-w-52 truncate text-fg-2">{email}</span> : none),
    },
    {
      key: "binding",
      header: t("binding.title"),
      hideable: true,
      cell: ({ bindings }) =>
        bindings.length > 0 ? (
          <span className="block max-w-40 truncate text-fg-2">{bindings.join(", ")}</span>
        ) : (
          <span className="text-fg-3">{t("filter.unbound")}</span>
        ),
    },
    {
      key: "type",
      header: t("filter.type"),
      hideable: true,
      cell: ({ type }) => <span className="whitespace-nowrap text-fg-2">{t(`type.${type}`)}</span>,
    },
    {
      key: "lastLoginAt",
      header: t("column.lastLogin"),
      sortable: true,
      hideable: true,
      cell: ({ lastLoginAt }) =>
        lastLoginAt ? (
          <span className="tnum text-fg-2">{when(lastLoginAt)}</span>
        ) : (
          <span className="text-fg-3">{t("never")}</span>
        ),
    },
    {
      key: "createdAt",
      header: t("column.created"),
      sortable: true,
      hideable: true,
      cell: (row) => <span className="tnum whitespace-nowrap text-fg-2">{when(row.createdAt)}</span>,
    },
    {
      key: "actions",
      header: "",
      width: "44px",
      phone: "actions",
      cell: (row) => <UserMenu user={row} viewer={viewer} onOpen={onOpen} onTask={onTask} />,
    },
  ];
}

function UserMenu({ user, viewer, onOpen, onTask }: Omit<ColumnInput, "onDepartment"> & { user: UserDto }) {
  const t = useTranslations("organisation.users");
  const router = useRouter();
  const { enable } = useUserActions();
  const isSelf = user.id === viewer.id;
  const isOutOfReach = user.isStronger;
  const isOn = user.status === "enabled";
  const handleEnable = () => {
    if (!isOn) {
      enable.mutate({ id: user.id, status: "enabled" });
      return;
    }
    void confirm({
      title: t("disable.title"),
      description: t("disable.text", { name: user.name }),
      okButton: t("disable.ok"),
      destructive: true,
      onOk: () => enable.mutateAsync({ id: user.id, status: "disabled" }),
    });
  };
  return (
    <MoreMenu
      label={t("more", { name: user.name })}
      commands={[
        { key: "edit", label: t("edit"), icon: Pencil, onSelect: () => onOpen(user) },
        {
          key: "reset",
          label: t("reset.title"),
          icon: KeyRound,
          disabled: isOutOfReach || user.type !== "local",
          onSelect: () => onTask({ kind: "reset", user }),
        },
        { key: "why", label: t("why"), icon: CircleHelp, onSelect: () => onTask({ kind: "why", user }) },
        {
          key: "sessions",
          label: t("sessions"),
          icon: MonitorSmartphone,
          onSelect: () => onTask({ kind: "sessions", user }),
        },
        ...(viewer.seesBudgets
          ? [
              {
                key: "budgets",
                label: t("budgets"),
                icon: Wallet,
                onSelect: () => router.push(budgetsOf("user", user.name)),
              },
            ]
          : []),
        {
          key: "transfer",
          label: t("leave.transfer"),
          icon: ArrowRightLeft,
          disabled: isOutOfReach,
          onSelect: () => onTask({ kind: "transfer", user }),
        },
        {
          key: "enable",
          label: isOn ? t("disable.ok") : t("enable"),
          icon: isOn ? Ban : Check,
          disabled: isOutOfReach || (isSelf && isOn),
          hint: isSelf ? t("self") : undefined,
          onSelect: handleEnable,
        },
        {
          key: "delete",
          label: t("leave.delete"),
          icon: Trash2,
          danger: true,
          apart: true,
          disabled: isOutOfReach || isSelf,
          hint: isSelf ? t("self") : undefined,
          onSelect: () => onTask({ kind: "delete", user }),
        },
      ]}
    />
  );
}
