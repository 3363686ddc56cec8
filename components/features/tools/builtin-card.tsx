"use client";

import {
  Calculator,
  Clock,
  Globe,
  ImagePlus,
  Library,
  type LucideIcon,
  Play,
  RefreshCw,
  Settings2,
  SquareTerminal,
  TextSearch,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { MenuCommand } from "@/components/common/command-menu";
import { MoreMenu } from "@/components/common/lazy-menu";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import type { BuiltinToolKey } from "@/lib/config/tool-kinds";
import type { BuiltinToolDto } from "@/lib/features/tools/dto";
import { isBuiltinOn } from "@/lib/features/tools/filter";
import { AccessBadges } from "./access-badges";
import { ToolState } from "./tool-state";
import type { BuiltinCommands } from "./use-tool-commands";

const ICONS: Record<BuiltinToolKey, LucideIcon> = {
  search_knowledge: Library,
  web_search: Globe,
  read_page: TextSearch,
  current_time: Clock,
  calculate: Calculator,
  run_code: SquareTerminal,
  generate_image: ImagePlus,
};

interface BuiltinCardProps {
  tools: readonly BuiltinToolDto[];
  checking: ReadonlySet<string>;
  commands: BuiltinCommands;
}

/** The tools that come with the product. */
export function BuiltinCard({ tools, checking, commands }: BuiltinCardProps) {
  const t = useTranslations("tools");
  return (
    <section aria-labelledby="builtin-tools" className="shrink-0 overflow-hidden rounded-md border bg-background">
      <header className="flex min-h-12 flex-wrap items-baseline gap-x-3 px-4 py-3">
        <h2 id="builtin-tools" className="font-semibold text-base">
          {t("builtinTitle")}
        </h2>
        <span className="text-fg-3 text-xs">{t("builtinText")}</span>
      </header>
      <ul className="border-t">
        {tools.map((tool) => (
          <BuiltinRow key={tool.key} tool={tool} isChecking={checking.has(tool.key)} commands={commands} />
        ))}
      </ul>
    </section>
  );
}

interface BuiltinRowProps {
  tool: BuiltinToolDto;
  isChecking: boolean;
  commands: BuiltinCommands;
}

function BuiltinRow({ tool, isChecking, commands }: BuiltinRowProps) {
  const t = useTranslations("tools");
  const name = t(`builtin.${tool.key}.name`);
  const Icon = ICONS[tool.key];
  const menu: MenuCommand[] = [
    { key: "try", label: t("menu.try"), icon: Play, disabled: !tool.ready, onSelect: () => commands.tryOut(tool) },
    ...(tool.checkable
      ? [
          {
            key: "check",
            label: t("menu.check"),
            icon: RefreshCw,
            disabled: !tool.ready || isChecking,
            onSelect: () => commands.check(tool),
          },
        ]
      : []),
    { key: "edit", label: t("menu.settings"), icon: Settings2, onSelect: () => commands.edit(tool) },
  ];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 px-4 py-2.5 not-last:border-b lg:grid-cols-[auto_minmax(0,5fr)_minmax(0,3fr)_minmax(0,3fr)_auto]">
      <span aria-hidden className="grid size-8 place-items-center rounded-md bg-muted text-fg-2">
        <Icon size={16} strokeWidth={1.75} />
      </span>
      <div className="min-w-0">
        <button
          type="button"
          onClick={() => commands.edit(tool)}
          className="max-w-full truncate rounded-xs text-left font-medium text-sm hover:text-primary-ink"
        >
          {name}
        </button>
        <p className="truncate text-fg-3 text-xs max-lg:whitespace-normal">{t(`builtin.${tool.key}.text`)}</p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-1.5 empty:hidden max-lg:col-start-2 max-lg:row-start-2 lg:empty:block">
        <AccessBadges of={tool} confirm={tool.confirm} />
      </div>
      <div className="min-w-0 max-lg:col-start-2 max-lg:row-start-3">
        {tool.ready && tool.checkable && <ToolState of={tool} isChecking={isChecking} />}
        {!tool.ready && (
          <span className="flex items-center gap-3">
            {tool.key === "generate_image" ? (
              <Badge tone="warning">{t("badge.noImageModel")}</Badge>
            ) : (
              <>
                <Badge tone="warning">{t("badge.setup")}</Badge>
                <Button size="sm" onClick={() => commands.edit(tool)} aria-label={t("setUpFor", { name })}>
                  {t("setUp")}
                </Button>
              </>
            )}
          </span>
        )}
      </div>
      <div className="flex items-center gap-2 max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-1">
        <Switch
          aria-label={t("row.enable", { name })}
          checked={isBuiltinOn(tool)}
          disabled={!tool.ready}
          onCheckedChange={(enabled) => commands.enable(tool, enabled)}
        />
        <MoreMenu label={t("row.more", { name })} commands={menu} />
      </div>
    </li>
  );
}
