"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/common/query-state";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Status } from "@/components/ui/status";
import type { Tone } from "@/components/ui/tone";
import type { HistoryEventDto, RoutedModelDto } from "@/lib/features/gateway/dto";
import { historyQuery } from "@/lib/features/gateway/routing-hooks";
import { keyLabel } from "../suppliers/key-row";
import { useFormat } from "../use-format";
import { useReason } from "../use-reason";
import { useSupplierName } from "../use-supplier-name";

const TONES: Record<HistoryEventDto["event"], Tone> = {
  opened: "danger",
  probing: "warning",
  closed: "success",
  probe_ok: "success",
  probe_failed: "danger",
  recovered: "success",
  failed: "danger",
};

/** What happened to a model's health and to its channels, newest first. */
export function HistoryDrawer({ model, onClose }: { model: RoutedModelDto; onClose: () => void }) {
  const t = useTranslations("gateway.history");
  const query = useInfiniteQuery(historyQuery(model.id));
  const events = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} meta={model.name}>
        {events?.length === 0 && <p className="py-10 text-center text-fg-3 text-sm">{t("empty")}</p>}
        {events && events.length > 0 && (
          <ol className="rounded-md border">
            {events.map((event) => (
              <Event key={event.id} event={event} />
            ))}
          </ol>
        )}
        {query.hasNextPage && (
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} className="mt-3">
            {t("more")}
          </Button>
        )}
        <QueryState query={query} className="h-24" />
      </SheetContent>
    </Sheet>
  );
}

function Event({ event }: { event: HistoryEventDto }) {
  const t = useTranslations("gateway.history");
  const nameOf = useSupplierName();
  const k = useTranslations("gateway.key");
  const format = useFormat();
  const reason = useReason();
  const { supplierName, upstreamModel, keyName, keyHint } = event;
  const key =
    keyName !== null || keyHint !== null ? keyLabel({ name: keyName ?? "", hint: keyHint ?? "" }, k("plain")) : "";
  const facts = [
    supplierName && `${nameOf(supplierName)} · ${upstreamModel}`,
    key,
    event.reason && reason(event.reason).short,
    event.latencyMs !== null && format.duration(event.latencyMs),
  ].filter(Boolean);
  return (
    <li className="px-3 py-2.5 not-last:border-b">
      <div className="flex items-baseline gap-2">
        <Status tone={TONES[event.event]}>{t(`event.${event.event}`)}</Status>
        <time dateTime={event.createdAt} className="tnum ml-auto text-fg-3 text-xs">
          {format.moment(event.createdAt)}
        </time>
      </div>
      {facts.length > 0 && <p className="mt-0.5 break-words pl-4 text-fg-3 text-xs">{facts.join(" · ")}</p>}
    </li>
  );
}
