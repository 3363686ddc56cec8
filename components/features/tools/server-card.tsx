"use client";

import { Braces, Link2, Pencil, RefreshCw, SquareTerminal, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { MoreMenu } from "@/components/common/lazy-menu";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import { Tile } from "@/components/ui/tile";
import type { ServerWithTools } from "@/lib/features/tools/filter";
import { AccessBadges } from "./access-badges";
import { ServerToolRow } from "./server-tool-row";
import { ToolState } from "./tool-state";
import { useReason } from "./use-reason";
import type { ServerCommands } from "./use-tool-commands";

interface ServerCardProps extends ServerWithTools {
  isChecking: boolean;
  commands: ServerCommands;
}

/** One MCP server with its tools. */
export function ServerCard({ server, tools, isChecking, commands }: ServerCardProps) {
  const t = useTranslations("tools");
  const reason = useReason();
  const titleId = `server-${server.id}`;
  const pending = server.tools.filter((tool) => tool.pending).length;
  const isLocal = server.transport === "stdio";
  const Icon = server.transport === "openapi" ? Braces : isLocal ? SquareTerminal : Link2;
  return (
    <section aria-labelledby={titleId} className="shrink-0 overflow-hidden rounded-md border bg-background">
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
        <Tile id={server.id} name={server.name} size={28} />
        <h2 id={titleId} className="min-w-0 max-w-60 truncate font-semibold text-base max-md:flex-1">
          {server.name}
        </h2>
        <span className="flex min-w-0 max-w-90 items-center gap-1.5 font-mono text-fg-3 text-xs max-md:order-1 max-md:w-full">
          <Icon aria-hidden size={13} className="shrink-0" />
          <span className="truncate">{isLocal ? [server.command, ...server.args].join(" ") : server.url}</span>
        </span>
        <span className="flex flex-wrap items-center gap-1.5 empty:hidden max-md:order-1">
          <AccessBadges of={server} />
          {pending > 0 && <Badge tone="warning">{t("badge.pending", { count: pending })}</Badge>}
        </span>
        <span className="max-md:order-1 max-md:w-full md:ml-auto">
          <ToolState of={server} isChecking={isChecking} />
        </span>
        <span className="flex items-center gap-2 max-md:order-2 max-md:w-full max-md:justify-between">
          <Button
            variant="ghost"
            size="sm"
            icon={RefreshCw}
            loading={isChecking}
            disabled={!server.mayChange}
            aria-label={t("server.refreshFor", { name: server.name })}
            onClick={() => commands.refresh(server)}
          >
            {t("server.refresh")}
          </Button>
          <span className="flex items-center gap-2">
            <Switch
              aria-label={t("row.enable", { name: server.name })}
              checked={server.enabled}
              disabled={!server.mayChange}
              onCheckedChange={(enabled) => commands.enable(server, enabled)}
            />
            <MoreMenu
              label={t("row.more", { name: server.name })}
              commands={[
                {
                  key: "edit",
                  label: t("menu.editServer"),
                  icon: Pencil,
                  disabled: !server.mayChange,
                  hint: t("server.administrators"),
                  onSelect: () => commands.edit(server),
                },
                {
                  key: "delete",
                  label: t("menu.deleteServer"),
                  icon: Trash2,
                  danger: true,
                  apart: true,
                  disabled: !server.mayChange,
                  hint: t("server.administrators"),
                  onSelect: () => commands.remove(server),
                },
              ]}
            />
          </span>
        </span>
      </header>
      {tools.length > 0 ? (
        <ul className="border-t">
          {tools.map((tool) => (
            <ServerToolRow key={tool.id} server={server} tool={tool} commands={commands} />
          ))}
        </ul>
      ) : (
        <p className="border-t px-4 py-2.5 text-fg-3 text-sm">
          {server.status === "abnormal" ? reason(server.checkError).full : t("server.noTools")}
        </p>
      )}
    </section>
  );
}
