"use client";

import { FlaskConical, GripVertical, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { MoreMenu } from "@/components/common/lazy-menu";
import { MoveButtons } from "@/components/common/move-buttons";
import { useMoments } from "@/components/common/use-moments";
import { useMoney } from "@/components/common/use-money";
import type { RowDrag } from "@/components/common/use-order-drag";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Switch } from "@/components/ui/switch";
import { findSearchProvider } from "@/lib/config/tool-kinds";
import type { SearchProviderDto } from "@/lib/features/tools/search-dto";
import { ToolState } from "./tool-state";

export interface ProviderCommands {
  edit: (provider: SearchProviderDto) => void;
  enable: (provider: SearchProviderDto, enabled: boolean) => void;
  test: (provider: SearchProviderDto) => void;
  remove: (provider: SearchProviderDto) => void;
}

interface ProviderRowProps {
  provider: SearchProviderDto;
  currency: string;
  isTesting: boolean;
  commands: ProviderCommands;
  /** Null: there is nothing to put in order. */
  drag: RowDrag | null;
  onMove: ((step: -1 | 1) => void) | null;
  place: { number: number; isFirst: boolean; isLast: boolean };
}

/** One provider: its place, whether it works, what it may be asked today, and what can be done with it. */
export function ProviderRow({ provider, currency, isTesting, commands, drag, onMove, place }: ProviderRowProps) {
  const t = useTranslations("tools-search");
  const { name, kind, baseUrl, enabled, ready } = provider;
  const kindName = findSearchProvider(kind)?.name ?? kind;
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return (
    <li
      {...drag?.row}
      className={cn(
        "flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2.5 not-last:border-b",
        drag?.isDragged && "opacity-50",
        drag?.isOver && "bg-primary-soft",
      )}
    >
      {drag && (
        <span draggable {...drag.grip} className="-mr-1 -ml-1 hidden cursor-grab text-fg-4 md:block">
          <GripVertical aria-hidden size={16} />
        </span>
      )}
      <span aria-hidden className="tnum w-4 text-center text-fg-3 text-xs">
        {place.number}
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <div className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            onClick={() => commands.edit(provider)}
            className={cn("min-w-0 truncate text-left font-medium text-sm hover:underline", !enabled && "text-fg-3")}
          >
            {name}
          </button>
          {!ready && <Badge tone="warning">{t("row.noKey")}</Badge>}
        </div>
        <p className="truncate text-fg-3 text-xs">{name === kindName ? host : `${kindName} · ${host}`}</p>
        <Use provider={provider} currency={currency} />
      </div>
      <div className="min-w-0 max-md:basis-full max-md:pl-7">
        <ToolState of={provider} isChecking={isTesting} />
        <Cooling until={provider.cooldownUntil} />
      </div>
      <div className="ml-auto flex items-center gap-1">
        {onMove && (
          <MoveButtons
            labels={{ up: t("row.up", { name }), down: t("row.down", { name }) }}
            can={{ up: !place.isFirst, down: !place.isLast }}
            onMove={onMove}
          />
        )}
        <IconButton
          icon={FlaskConical}
          label={t("row.test", { name })}
          disabled={!ready || isTesting}
          onClick={() => commands.test(provider)}
        />
        <Switch
          aria-label={t("row.enable", { name })}
          checked={enabled}
          onCheckedChange={(checked) => commands.enable(provider, checked)}
          className="mx-1"
        />
        <MoreMenu
          label={t("row.more", { name })}
          commands={[
            { key: "edit", label: t("menu.edit"), icon: Pencil, onSelect: () => commands.edit(provider) },
            {
              key: "delete",
              label: t("menu.delete"),
              icon: Trash2,
              danger: true,
              apart: true,
              onSelect: () => commands.remove(provider),
            },
          ]}
        />
      </div>
    </li>
  );
}

function Use({ provider, currency }: Pick<ProviderRowProps, "provider" | "currency">) {
  const t = useTranslations("tools-search.row");
  const money = useMoney();
  const { dailyQuota: quota, usedToday: used, costMicros } = provider;
  const isUsedUp = quota !== null && used >= quota;
  return (
    <p className="tnum text-fg-3 text-xs">
      <span className={cn(isUsedUp && "text-warning-ink")}>
        {quota === null ? t("usageFree", { used }) : t("usage", { used: Math.min(used, quota), quota })}
      </span>
      {costMicros > 0 && ` · ${t("price", { amount: money(costMicros, currency) })}`}
    </p>
  );
}

function Cooling({ until }: { until: string | null }) {
  const t = useTranslations("tools-search.row");
  const moments = useMoments();
  if (!until) return null;
  return <p className="text-fg-3 text-xs">{t("cooling", { at: moments.clock(until) })}</p>;
}
