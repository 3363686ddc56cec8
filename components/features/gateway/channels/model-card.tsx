"use client";

import { ChevronDown, FlaskConical, History, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { LazyMenu } from "@/components/common/lazy-menu";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Status } from "@/components/ui/status";
import { ROUTING_STRATEGIES, type RoutingStrategy } from "@/lib/config/model-kinds";
import type { RoutedModelDto } from "@/lib/features/gateway/dto";
import { isSameOrder, type Levels, levelsOf } from "@/lib/features/gateway/levels";
import { useChannelActions } from "@/lib/features/gateway/routing-hooks";
import { useReason } from "../use-reason";
import { ChannelRow } from "./channel-row";
import { DropLine } from "./drop-line";
import { useChannelDrag } from "./use-channel-drag";

const TONES = { normal: "success", abnormal: "danger", unknown: "neutral" } as const;

/** The same judgement as in model access. */
function ModelHealth({ model: { status, reason } }: { model: RoutedModelDto }) {
  const t = useTranslations("gateway.health");
  const reasonOf = useReason();
  return (
    <span title={reason === null ? undefined : reason === "noChannel" ? t("noChannel") : reasonOf(reason).full}>
      <Status tone={TONES[status]} hollow={status === "unknown"}>
        {t(status)}
      </Status>
    </span>
  );
}

interface ModelCardProps {
  model: RoutedModelDto;
  onOpen: (open: string) => void;
}

/** A model with its channels by level: the first level is tried first, the next ones when it fails. */
export function ModelCard({ model, onOpen }: ModelCardProps) {
  const t = useTranslations("gateway");
  const { order, route } = useChannelActions();
  const levels = levelsOf(model.channels);
  const handleOrder = (next: Levels) => {
    if (!isSameOrder(levels, next)) order.mutate({ modelId: model.id, levels: next });
  };
  const drag = useChannelDrag(levels, handleOrder);
  const titleId = `model-${model.id}`;
  const canOrder = !model.builtin && model.channels.length > 1;
  return (
    <section aria-labelledby={titleId} className="shrink-0 overflow-hidden rounded-md border bg-background">
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <h2 id={titleId} className="min-w-0 truncate font-semibold text-base">
          {model.name}
        </h2>
        <Badge>{t(`type.${model.type}`)}</Badge>
        <ModelHealth model={model} />
        {!model.enabled && <Badge tone="warning">{t("channel.modelOff")}</Badge>}
        <span className="flex flex-wrap items-center gap-1 max-md:-ml-2 max-md:w-full md:ml-auto">
          {canOrder && (
            <RoutingMenu model={model} onChange={(routing) => route.mutate({ modelId: model.id, routing })} />
          )}
          <Button
            variant="ghost"
            size="sm"
            icon={FlaskConical}
            aria-label={t("channel.dryRunOf", { name: model.name })}
            onClick={() => onOpen(`dry:${model.id}`)}
          >
            {t("channel.dryRun")}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            icon={History}
            aria-label={t("channel.historyOf", { name: model.name })}
            onClick={() => onOpen(`history:${model.id}`)}
          >
            {t("channel.history")}
          </Button>
          {!model.builtin && (
            <Button
              variant="ghost"
              size="sm"
              icon={Plus}
              aria-label={t("channel.addTo", { name: model.name })}
              onClick={() => onOpen(`add:${model.id}`)}
            >
              {t("channel.add")}
            </Button>
          )}
        </span>
      </header>
      <ol className="border-t">
        {levels.map((level, index) => (
          <li key={level.join()} className="relative">
            <DropLine {...drag.gap(index)} />
            <div className={cn("flex", index > 0 && "border-t")}>
              {levels.length > 1 && (
                <span
                  className="tnum grid w-9 shrink-0 place-items-center border-r bg-subtle text-fg-3 text-xs"
                  data-tooltip={t("channel.levelHint", { level: index + 1 })}
                >
                  <span aria-hidden>{index + 1}</span>
                  <span className="sr-only">{t("channel.level", { level: index + 1 })}</span>
                </span>
              )}
              <ul className="min-w-0 flex-1">
                {model.channels
                  .filter(({ id }) => level.includes(id))
                  .map((channel) => (
                    <ChannelRow
                      key={channel.id}
                      channel={channel}
                      model={model}
                      levels={levels}
                      drag={canOrder ? drag.channel(channel.id) : null}
                      onOrder={handleOrder}
                      onOpen={onOpen}
                    />
                  ))}
              </ul>
            </div>
            {index === levels.length - 1 && <DropLine {...drag.gap(levels.length)} isLast />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function RoutingMenu({ model, onChange }: { model: RoutedModelDto; onChange: (routing: RoutingStrategy) => void }) {
  const t = useTranslations("gateway.channel");
  return (
    <LazyMenu
      choice={{
        value: model.routing,
        onValueChange: (value) => onChange(value as RoutingStrategy),
        options: ROUTING_STRATEGIES.map((value) => ({ value, label: t(`routing.${value}`) })),
      }}
      button={(handlers) => (
        <button
          type="button"
          {...handlers}
          aria-label={t("routingOf", { name: model.name, routing: t(`routing.${model.routing}`) })}
          className="inline-flex h-7 items-center gap-1.5 whitespace-nowrap rounded-sm px-2 text-sm hover:bg-muted pointer-coarse:h-11"
        >
          <span className="text-fg-3">{t("routing.label")}</span>
          {t(`routing.${model.routing}`)}
          <ChevronDown aria-hidden size={14} className="text-fg-3" />
        </button>
      )}
    />
  );
}
