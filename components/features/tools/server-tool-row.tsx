"use client";

import { FileDiff, MessageCircleQuestion, Play, ShieldOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MenuCommand } from "@/components/common/command-menu";
import { MoreMenu } from "@/components/common/lazy-menu";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import type { McpServerDto, McpToolDto } from "@/lib/features/tools/dto";
import type { ServerCommands } from "./use-tool-commands";

interface ServerToolRowProps {
  server: McpServerDto;
  tool: McpToolDto;
  commands: ServerCommands;
}

export function ServerToolRow({ server, tool, commands }: ServerToolRowProps) {
  const t = useTranslations("tools");
  const name = tool.title || tool.remoteName;
  const menu: MenuCommand[] = [
    { key: "try", label: t("menu.try"), icon: Play, disabled: tool.missing, onSelect: () => commands.tryOut(tool) },
    tool.confirm
      ? {
          key: "no-confirm",
          label: t("menu.runAtOnce"),
          icon: ShieldOff,
          disabled: !server.mayChange,
          hint: t("server.administrators"),
          onSelect: () => commands.setConfirm(server, tool, false),
        }
      : {
          key: "confirm",
          label: t("menu.askFirst"),
          icon: MessageCircleQuestion,
          disabled: !server.mayChange,
          hint: t("server.administrators"),
          onSelect: () => commands.setConfirm(server, tool, true),
        },
  ];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2 not-last:border-b lg:grid-cols-[minmax(0,3fr)_minmax(0,6fr)_minmax(0,3fr)_auto]">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <button
          type="button"
          disabled={tool.missing}
          onClick={() => commands.tryOut(tool)}
          className="max-w-full truncate rounded-xs text-left font-medium text-sm enabled:hover:text-primary-ink"
        >
          {name}
        </button>
        {tool.title && tool.title !== tool.remoteName && (
          <span className="truncate font-mono text-fg-3 text-xs">{tool.remoteName}</span>
        )}
      </div>
      <p
        className="min-w-0 truncate text-fg-3 text-xs max-lg:col-start-1 max-lg:row-start-2"
        data-tooltip={tool.description.length > 60 ? tool.description.slice(0, 400) : undefined}
      >
        {tool.description || t("row.noDescription")}
      </p>
      <div className="flex flex-wrap items-center gap-1.5 empty:hidden max-lg:col-start-1 max-lg:row-start-3 lg:empty:block">
        {tool.missing && <Badge tone="danger">{t("badge.missing")}</Badge>}
        {tool.pending && (
          <>
            <Badge tone="warning">{t("badge.changed")}</Badge>
            <Button
              size="sm"
              icon={FileDiff}
              aria-label={t("reviewFor", { name })}
              disabled={!server.mayChange}
              onClick={() => commands.review(tool)}
            >
              {t("review.open")}
            </Button>
          </>
        )}
        {tool.confirm && !tool.missing && <Badge>{t("badge.confirm")}</Badge>}
      </div>
      <div className="flex items-center gap-2 max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-1 max-lg:self-start">
        <Switch
          aria-label={t("row.enable", { name })}
          checked={tool.enabled && !tool.pending && !tool.missing}
          disabled={tool.pending !== null || tool.missing || !server.mayChange}
          onCheckedChange={(enabled) => commands.enableTool(server, tool, enabled)}
        />
        <MoreMenu label={t("row.more", { name })} commands={menu} />
      </div>
    </li>
  );
}
