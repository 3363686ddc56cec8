"use client";

import { GripVertical, Scale, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { MoreMenu } from "@/components/common/lazy-menu";
import { MoveButtons } from "@/components/common/move-buttons";
import { usePriceText } from "@/components/features/gateway/money/use-price-text";
import { useFormat } from "@/components/features/gateway/use-format";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Switch } from "@/components/ui/switch";
import { confirm } from "@/lib/client/dialogs";
import type { ChannelDto, RoutedModelDto } from "@/lib/features/gateway/dto";
import { isSameOrder, type Levels, stepChannel } from "@/lib/features/gateway/levels";
import { useChannelActions } from "@/lib/features/gateway/routing-hooks";
import { ChannelState, RestingKeys } from "./channel-state";
import type { ChannelDrag } from "./use-channel-drag";

interface ChannelRowProps {
  channel: ChannelDto;
  model: RoutedModelDto;
  levels: Levels;
  /** Null: there is nothing to put in order. */
  drag: ChannelDrag | null;
  onOrder: (levels: Levels) => void;
  onOpen: (open: string) => void;
}

/** One channel to a model: whose, how often, for how much, and how it feels. */
export function ChannelRow({ channel, model, levels, drag, onOrder, onOpen }: ChannelRowProps) {
  const t = useTranslations("gateway.channel");
  const format = useFormat();
  const priceText = usePriceText();
  const { enable } = useChannelActions();
  const supplier = channel.builtin ? t("builtin") : channel.supplierName;
  const name = `${supplier} · ${channel.upstreamModel}`;
  const mates = model.channels.filter((other) => other.priority === channel.priority && other.status === "enabled");
  const total = mates.reduce((sum, { weight }) => sum + weight, 0);
  const latency = median(channel.keys.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs])));
  const step = (direction: -1 | 1) => stepChannel(levels, channel.id, direction);
  const { isDragged = false, isOver = false, onDragStart, onDragEnd, ...dropping } = drag ?? {};
  return (
    <li
      {...dropping}
      className={cn(
        "px-4 py-2 not-last:border-b",
        isDragged && "opacity-50",
        isOver && !isDragged && "bg-primary-soft",
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 lg:grid-cols-[minmax(0,28fr)_minmax(0,11fr)_minmax(0,20fr)_minmax(0,16fr)_minmax(0,8fr)_auto]">
        <div className="flex min-w-0 items-center gap-2 max-md:col-span-2">
          {drag && (
            // biome-ignore lint/a11y/noStaticElementInteractions: the arrows beside it do the same by keyboard
            <span
              draggable
              onDragStart={onDragStart}
              onDragEnd={onDragEnd}
              data-tooltip={t("drag")}
              className="-ml-1.5 hidden cursor-grab text-fg-4 md:block"
            >
              <GripVertical aria-hidden size={16} />
            </span>
          )}
          <span className="min-w-0">
            <span className="block truncate text-sm">
              <span className="font-medium">{supplier}</span>
              <span className="ml-2 font-mono text-fg-3 text-xs">{channel.upstreamModel}</span>
            </span>
          </span>
          {channel.residency && <Badge>{channel.residency}</Badge>}
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-fg-2 text-sm max-md:col-span-2 md:max-lg:col-start-1 md:max-lg:row-start-2 lg:contents">
          <span className="tnum whitespace-nowrap max-lg:empty:hidden">
            {mates.length > 1 && model.routing === "weight" && channel.status === "enabled"
              ? t("share", { share: format.percent(channel.weight / total), weight: channel.weight })
              : ""}
          </span>
          <span className="tnum line-clamp-2 text-xs max-lg:empty:hidden">
            {channel.builtin ? (
              ""
            ) : channel.price ? (
              priceText(channel.price)
            ) : (
              <Badge tone="warning">{t("noPrice")}</Badge>
            )}
          </span>
          <ChannelState channel={channel} />
          <span className="tnum text-fg-3 text-xs max-lg:empty:hidden">
            {latency === null ? "" : format.duration(latency)}
          </span>
        </div>
        <div className="flex items-center justify-end gap-1 max-md:col-span-2 max-md:-ml-2 max-md:justify-start md:max-lg:col-start-2 md:max-lg:row-span-2 md:max-lg:row-start-1 lg:w-40">
          {drag && (
            <MoveButtons
              labels={{ up: t("up", { name }), down: t("down", { name }) }}
              can={{ up: !isSameOrder(step(-1), levels), down: !isSameOrder(step(1), levels) }}
              onMove={(by) => onOrder(step(by))}
            />
          )}
          <Switch
            aria-label={t("enable", { name })}
            checked={channel.status === "enabled"}
            disabled={enable.isPending}
            onCheckedChange={(enabled) => enable.mutate({ id: channel.id, enabled })}
            className="mx-1"
          />
          {!channel.builtin && <ChannelMenu channel={channel} name={name} model={model} onOpen={onOpen} />}
        </div>
      </div>
      <RestingKeys channel={channel} />
    </li>
  );
}

interface ChannelMenuProps extends Pick<ChannelRowProps, "channel" | "model" | "onOpen"> {
  name: string;
}

function ChannelMenu({ channel, name, model, onOpen }: ChannelMenuProps) {
  const t = useTranslations("gateway.channel");
  const { remove } = useChannelActions();
  const handleRemove = () =>
    void confirm({
      title: t("delete.title"),
      description: t("delete.text", { name, model: model.name }),
      okButton: t("delete.ok"),
      destructive: true,
      onOk: () => remove.mutateAsync(channel.id),
    });
  return (
    <MoreMenu
      label={t("more", { name })}
      commands={[
        { key: "weight", label: t("editWeight"), icon: Scale, onSelect: () => onOpen(`channel:${channel.id}`) },
        {
          key: "delete",
          label: t("delete.ok"),
          icon: Trash2,
          danger: true,
          apart: true,
          disabled: model.channels.length === 1,
          hint: t("delete.last"),
          onSelect: handleRemove,
        },
      ]}
    />
  );
}

function median(values: readonly number[]): number | null {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}
