import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Meter } from "@/components/ui/meter";
import type { ChannelPricesDto } from "@/lib/features/gateway/dto";
import { usePriceActions } from "@/lib/features/gateway/money-hooks";
import { useFormat } from "../use-format";

interface PastCallsProps {
  channelId: string;
  data: ChannelPricesDto;
  currency: string;
}

/** Calls of a channel that have no price, and the task that prices them by the prices of their days. */
export function PastCalls({ channelId, data: { unpriced, pricing, total }, currency }: PastCallsProps) {
  const t = useTranslations("gateway.price.calls");
  const format = useFormat();
  const { priceCalls, stopPricing } = usePriceActions();
  const isRunning = pricing?.status === "running";
  if (unpriced.calls === 0 && !pricing) return null;
  const money = format.money(pricing?.amountMicros ?? 0, currency);
  return (
    <section className="mt-6 space-y-2 rounded-md border px-4 py-3 text-sm" aria-live="polite">
      {unpriced.calls > 0 && unpriced.from && unpriced.until && (
        <p className="tnum text-warning-ink">
          {unpriced.from === unpriced.until
            ? t("missingOn", { calls: unpriced.calls, day: format.day(unpriced.from) })
            : t("missing", {
                calls: unpriced.calls,
                from: format.day(unpriced.from),
                until: format.day(unpriced.until),
              })}
        </p>
      )}
      {isRunning ? (
        <div className="flex items-center gap-3">
          <Meter
            value={(pricing.checked / Math.max(1, pricing.total)) * 100}
            label={t("running", { checked: pricing.checked, total: pricing.total })}
            className="flex-1"
          />
          <span className="tnum text-fg-3 text-xs">
            {t("running", { checked: pricing.checked, total: pricing.total })}
          </span>
          <Button size="sm" loading={stopPricing.isPending} onClick={() => stopPricing.mutate(channelId)}>
            {t("stop")}
          </Button>
        </div>
      ) : (
        <>
          {pricing && <p className="tnum text-fg-3">{t(pricing.status, { calls: pricing.priced, money })}</p>}
          {unpriced.calls > 0 && total > 0 && (
            <div className="flex flex-wrap items-center gap-3">
              <Button size="sm" loading={priceCalls.isPending} onClick={() => priceCalls.mutate(channelId)}>
                {t("priceThem")}
              </Button>
              <span className="text-fg-3 text-xs">{t("priceHint")}</span>
            </div>
          )}
        </>
      )}
    </section>
  );
}
