"use client";

import { useTranslations } from "next-intl";
import { UnpricedNote } from "@/components/common/unpriced-note";
import { useMoments } from "@/components/common/use-moments";
import { Meter } from "@/components/ui/meter";
import type { Tone } from "@/components/ui/tone";
import type { OwnLimit, OwnLimitsDto } from "@/lib/features/reports/own-dto";
import { costText } from "../cost";
import { type Format, useFormat } from "../format";

/** Shares from which a limit is near, and reached. */
const NEAR = 0.8;
const REACHED = 1;

/** Today against each limit, with the moment it starts anew. */
export function LimitGrid({ limits, format }: { limits: OwnLimitsDto; format: Format }) {
  const t = useTranslations("personal.token");
  const { today } = limits;
  return (
    <section aria-label={t("today")}>
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 className="font-semibold text-base">{t("today")}</h2>
        <span className="tnum text-fg-3 text-xs">
          {t("todaySum", {
            tokens: format.whole(today.tokens),
            calls: today.calls,
            cost: costText(today, format),
          })}{" "}
          {limits.uncounted > 0 && t("uncounted", { tokens: format.whole(limits.uncounted) })}{" "}
          <UnpricedNote count={today.unpriced} />
        </span>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {limits.items.map((item, index) => (
          <LimitCard key={item.kind + item.period + String(index)} item={item} currency={limits.currency} />
        ))}
      </ul>
    </section>
  );
}

function LimitCard({ item, currency }: { item: OwnLimit; currency: string }) {
  const t = useTranslations("personal.token.limit");
  const format = useFormat(item.currency ?? currency);
  const moments = useMoments();
  const { kind, limit, used, share } = item;
  const isMoney = kind === "budget";
  const figure = (value: number) => (isMoney ? format.money(value) : format.whole(value));
  const label = kind === "shared" ? t("shared", { name: item.name }) : t(`${kind}.${item.period}`);
  const tone: Tone = share === null ? "neutral" : share >= REACHED ? "danger" : share >= NEAR ? "warning" : "primary";
  const reset = moments.minute(item.resetsAt);
  return (
    <li className="flex min-w-0 flex-col rounded-md border px-4 py-3.5">
      <span className="truncate text-fg-3 text-sm">{label}</span>
      <span className="tnum mt-1 truncate font-semibold text-xl">
        {used === null ? format.percent(share ?? 0) : figure(used)}
        {used !== null && (
          <span className="ml-1.5 font-normal text-fg-3 text-sm">
            {limit === null ? t("unlimited") : t("of", { limit: figure(limit) })}
          </span>
        )}
      </span>
      {share !== null && <Meter value={share * 100} label={label} tone={tone} className="mt-2.5" />}
      <span className="tnum mt-2 text-fg-3 text-xs">
        {share !== null && share >= REACHED ? t("reached", { time: reset }) : t("reset", { time: reset })}
        <UnpricedNote count={item.unpriced} className="block" />
      </span>
    </li>
  );
}
