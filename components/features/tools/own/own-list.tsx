"use client";

import { useQuery } from "@tanstack/react-query";
import { Braces, FileCode2, Plus, SquarePen, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { MoreMenu } from "@/components/common/lazy-menu";
import { QueryState } from "@/components/common/query-state";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Switch } from "@/components/ui/switch";
import { confirm } from "@/lib/client/dialogs";
import type { OwnServerDto } from "@/lib/features/tools/own-dto";
import { ownToolsQuery, useOwnToolActions } from "@/lib/features/tools/own-hooks";
import { useReason } from "../use-reason";

const ICON = { url: Braces, file: FileCode2, form: SquarePen };

export const placeOf = ({ id, origin }: Pick<OwnServerDto, "id" | "origin">) =>
  `${origin === "form" ? "/apps/add-api-tool" : "/apps/custom-import"}?id=${id}`;

/** Own tools: open, switch, delete, and make new ones. */
export function OwnList({ openId }: { openId: string | null }) {
  const t = useTranslations("tools-own.list");
  const query = useQuery(ownToolsQuery);
  const items = query.data?.items ?? [];
  return (
    <div className="p-4">
      <div className="flex items-baseline gap-2">
        <h2 className="font-semibold text-base">{t("title")}</h2>
        {query.data && (
          <span className="tnum text-fg-3 text-xs">{t("count", { count: items.length, max: query.data.max })}</span>
        )}
      </div>
      <nav aria-label={t("title")} className="mt-2 flex flex-wrap gap-x-4">
        <NewLink href="/apps/add-api-tool" label={t("newTool")} />
        <NewLink href="/apps/custom-import" label={t("newImport")} />
      </nav>
      <QueryState query={query} className="mt-3 h-24" />
      {query.data && items.length === 0 && <p className="mt-3 text-fg-3 text-sm">{t("empty")}</p>}
      {items.length > 0 && (
        <ul className="mt-3 overflow-hidden rounded-md border">
          {items.map((server) => (
            <OwnRow key={server.id} server={server} isOpen={server.id === openId} />
          ))}
        </ul>
      )}
    </div>
  );
}

function NewLink({ href, label }: { href: string; label: string }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-xs text-primary-ink text-sm pointer-coarse:min-h-11"
    >
      <Plus aria-hidden size={14} />
      {label}
    </Link>
  );
}

function OwnRow({ server, isOpen }: { server: OwnServerDto; isOpen: boolean }) {
  const t = useTranslations("tools-own.list");
  const reason = useReason();
  const router = useRouter();
  const { change, remove } = useOwnToolActions();
  const { id, name, origin, url, enabled, blocked, status, checkError, tools, changed } = server;
  const Icon = ICON[origin];
  const handleRemove = () =>
    void confirm({
      title: t("deleteTitle"),
      description: t("deleteText", { name }),
      okButton: t("deleteOk"),
      destructive: true,
      onOk: async () => {
        await remove.mutateAsync(id);
        if (isOpen) router.replace(origin === "form" ? "/apps/add-api-tool" : "/apps/custom-import");
      },
    });
  return (
    <li className={cn("flex items-start gap-2 px-3 py-2.5 not-last:border-b", isOpen && "bg-primary-soft")}>
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-fg-3" />
      <div className="min-w-0 flex-1">
        <Link
          href={placeOf(server)}
          aria-label={t("open", { name })}
          aria-current={isOpen ? "page" : undefined}
          className="block truncate rounded-xs font-medium text-sm hover:text-primary-ink"
        >
          {name}
        </Link>
        <span className="block truncate font-mono text-fg-3 text-xs">{url}</span>
        <span className="mt-1 flex flex-wrap items-center gap-1.5 text-fg-3 text-xs">
          {t("tools", { count: tools })}
          {changed > 0 && <Badge tone="warning">{t("changed", { count: changed })}</Badge>}
          {blocked && <Badge tone="danger">{t("blocked")}</Badge>}
          {status === "abnormal" && !blocked && (
            <Badge tone="danger" data-tooltip={reason(checkError).full}>
              {reason(checkError).short}
            </Badge>
          )}
        </span>
      </div>
      <Switch
        aria-label={t("enable", { name })}
        checked={enabled && !blocked}
        disabled={blocked || change.isPending}
        onCheckedChange={(next) => change.mutate({ id, enabled: next })}
      />
      <MoreMenu
        label={t("more", { name })}
        commands={[{ key: "delete", label: t("delete"), icon: Trash2, danger: true, onSelect: handleRemove }]}
      />
    </li>
  );
}
