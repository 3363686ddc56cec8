"use client";

import { useLocale, useTranslations } from "next-intl";
import type { Column } from "@/components/common/data-table/types";
import { Status } from "@/components/ui/status";
import type { Tone } from "@/components/ui/tone";
import type { SyncAction } from "@/lib/config/channel-kinds";
import type { RoleName, SyncItemDto } from "@/lib/features/directory-sync/dto";
import { productLocale } from "@/lib/i18n/locales";
import { useReasonText } from "./use-reason-text";

const TONES: Record<SyncAction, Tone> = {
  add: "success",
  move: "primary",
  change: "primary",
  enable: "success",
  disable: "warning",
  conflict: "danger",
};
const FIELDS = ["name", "email", "phone", "department", "parent"] as const;
type Values = Partial<Record<(typeof FIELDS)[number], string | null>>;

export function useItemColumns(): Column<SyncItemDto>[] {
  const t = useTranslations("directory-sync");
  return [
    {
      key: "name",
      header: t("items.name"),
      cell: ({ name, account, subject }) => (
        <div className="min-w-0">
          <span className="block max-w-60 truncate font-semibold">{name}</span>
          <span className="block max-w-60 truncate text-fg-3 text-xs">{account || t(`items.${subject}`)}</span>
        </div>
      ),
    },
    {
      key: "action",
      header: t("items.action"),
      phone: "actions",
      cell: ({ action, state }) => (
        <Status
          tone={state === "failed" ? "danger" : TONES[action]}
          hollow={state === "planned" && action !== "conflict"}
        >
          {state === "failed" ? t("state.failed") : t(`actions.${action}`)}
        </Status>
      ),
    },
    { key: "detail", header: t("items.detail"), phone: "line", wraps: true, cell: (item) => <Detail item={item} /> },
  ];
}

function Detail({ item }: { item: SyncItemDto }) {
  const t = useTranslations("directory-sync");
  const locale = productLocale(useLocale());
  const reasonText = useReasonText();
  const [before, after] = [(item.before ?? {}) as Values, (item.after ?? {}) as Values];
  const isAdded = item.before === null;
  const lines: string[] = [];
  if (item.action !== "disable" && item.action !== "conflict") {
    for (const field of FIELDS) {
      const [from, to] = [before[field] || null, after[field] || null];
      if (from === to) continue;
      const label = t(`field.${field}`);
      const value = to ?? t("items.none");
      if (isAdded) lines.push(t("items.new", { field: label, after: value }));
      else lines.push(t("items.from", { field: label, before: from ?? t("items.none"), after: value }));
    }
    const names = (roles: readonly RoleName[]) =>
      roles.map(({ name, nameEn }) => (locale === "en_US" && nameEn) || name).join(" · ");
    if (item.addedRoles.length > 0) lines.push(t("items.rolesAdded", { names: names(item.addedRoles) }));
    if (item.removedRoles.length > 0) lines.push(t("items.rolesRemoved", { names: names(item.removedRoles) }));
  }
  return (
    <div className="min-w-0 max-w-110 space-y-0.5 break-words text-fg-2 text-sm">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {item.reason && (
        <p className={item.action === "conflict" || item.state === "failed" ? "text-danger-ink" : "text-fg-3"}>
          {reasonText(item.reason)}
        </p>
      )}
    </div>
  );
}
