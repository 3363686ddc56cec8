"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, useEffect, useState } from "react";
import { FirstSteps } from "@/components/common/first-steps";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { moved, useOrderDrag } from "@/components/common/use-order-drag";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import type { ChannelListDto } from "@/lib/features/login-channels/dto";
import { channelsQuery, useChannelActions } from "@/lib/features/login-channels/hooks";
import { ChannelRow, PasswordRow } from "./channel-row";
import type { ChannelTab } from "./channel-tabs";
import { useChannelCommands } from "./use-channel-commands";

const Drawers = lazy(() => import("./drawers").then((module) => ({ default: module.Drawers })));

interface ChannelsScreenProps {
  first: ChannelListDto;
  /** As the address says it: `add`, `add:<kind>`, `edit:<id>`, `test:<id>` or `result:<flow>`. */
  open: string | null;
  tabs: readonly ChannelTab[];
  /** Stands above the list. */
  above?: (channels: ChannelListDto["items"]) => ReactNode;
}

/** Ways to come in: passwords first, then every channel in the order of the login page. */
export function ChannelsScreen({ first, open: openAtFirst, tabs, above }: ChannelsScreenProps) {
  const t = useTranslations("login-channels");
  const empty = useTranslations("login-channels.empty");
  const { items, limit } = useQuery({ ...channelsQuery, initialData: first }).data;
  const [open, setOpen] = useState(openAtFirst);
  const { order } = useChannelActions();
  const handleOpen = (next: string | null) => {
    setOpen(next);
    const kept = next && /^(add|edit:)/.test(next) ? `?open=${encodeURIComponent(next)}` : "";
    window.history.replaceState(null, "", `${window.location.pathname}${kept}`);
  };
  // A reload does not show an old outcome again.
  useEffect(() => {
    if (openAtFirst?.startsWith("result:")) window.history.replaceState(null, "", window.location.pathname);
  }, [openAtFirst]);
  const commands = useChannelCommands(handleOpen);
  const ids = items.map(({ id }) => id);
  const handleOrder = (next: string[]) => {
    if (next.join() !== ids.join()) order.mutate(next);
  };
  const drag = useOrderDrag(ids, handleOrder);
  const isFull = items.length >= limit;
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={
          <Button variant="primary" icon={Plus} disabled={isFull} onClick={() => handleOpen("add")}>
            {t("add")}
          </Button>
        }
      />
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto bg-subtle p-4 md:p-5">
        {above?.(items)}
        <p className="max-w-180 text-fg-3 text-sm">{isFull ? t("full", { limit }) : t("intro")}</p>
        <ul aria-label={t("title")} className="shrink-0 overflow-hidden rounded-md border bg-background">
          <PasswordRow />
          {items.map((channel, index) => (
            <ChannelRow
              key={channel.id}
              channel={channel}
              commands={commands}
              drag={items.length > 1 ? drag(channel.id) : null}
              onMove={items.length > 1 ? (step) => handleOrder(moved(ids, index, step)) : null}
              place={{ isFirst: index === 0, isLast: index === items.length - 1 }}
            />
          ))}
        </ul>
        {items.length === 0 && <FirstSteps t={empty} />}
      </div>
      <LazyBoundary onFailure={() => handleOpen(null)}>
        {open && <Drawers open={open} channels={items} tabs={tabs} commands={commands} onOpen={handleOpen} />}
      </LazyBoundary>
    </>
  );
}
