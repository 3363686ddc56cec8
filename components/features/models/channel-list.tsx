"use client";

import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMoney } from "@/components/common/use-money";
import { Badge } from "@/components/ui/badge";
import type { ChannelDto, PriceDto } from "@/lib/features/models/dto";

const CHARGES = [
  "inputPerMillion",
  "outputPerMillion",
  "cachedPerMillion",
  "perImage",
  "perMinute",
  "perMillionCharacters",
] as const;

interface ChannelListProps {
  channels: readonly ChannelDto[];
  /** Where they are edited; null for people who may not. */
  gatewayHref: string | null;
}

/** How the model is reached and what it costs today; both are kept on the gateway's page. */
export function ChannelList({ channels, gatewayHref }: ChannelListProps) {
  const t = useTranslations("models.ways");
  return (
    <section className="space-y-2 border-t pt-4">
      <div className="flex items-baseline gap-2">
        <h3 className="font-semibold text-base">{t("title")}</h3>
        {gatewayHref && (
          <Link href={gatewayHref} className="ml-auto flex items-center gap-1 text-primary-ink text-xs hover:underline">
            {t("gateway")}
            <ArrowRight aria-hidden size={12} />
          </Link>
        )}
      </div>
      <ul className="rounded-md border">
        {channels.map((channel) => (
          <li key={channel.id} className="space-y-1 px-3 py-2 text-sm not-last:border-b">
            <div className="flex min-w-0 items-center gap-2">
              <span className="min-w-0 truncate">{channel.supplier}</span>
              <span className="min-w-0 truncate font-mono text-fg-3 text-xs">{channel.upstreamModel}</span>
              {!channel.isOn && <Badge tone="warning">{t("off")}</Badge>}
            </div>
            <p className="tnum text-fg-3 text-xs">
              {t("order", { priority: channel.priority, weight: channel.weight })}
              {channel.residency && <span className="ml-3">{channel.residency}</span>}
            </p>
            {channel.price ? <Price price={channel.price} /> : <p className="text-fg-3 text-xs">{t("noPrice")}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Price({ price }: { price: PriceDto }) {
  const t = useTranslations("models.ways");
  const money = useMoney();
  return (
    <p className="tnum flex flex-wrap gap-x-3 text-fg-2 text-xs">
      {CHARGES.map((charge) => {
        const micros = price[charge];
        return micros === null ? null : <span key={charge}>{t(charge, { price: money(micros, price.currency) })}</span>;
      })}
      <span className="text-fg-3">
        {price.validUntil
          ? t("validBetween", { from: price.validFrom, until: price.validUntil })
          : t("validFrom", { from: price.validFrom })}
      </span>
    </p>
  );
}
