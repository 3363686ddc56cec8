"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { confirm } from "@/lib/client/dialogs";
import type { ChannelPricesDto } from "@/lib/features/gateway/dto";
import { usePriceActions } from "@/lib/features/gateway/money-hooks";
import { useFormat } from "../use-format";
import { usePriceText } from "./use-price-text";

/** One price with its days: over, valid now, or to come. A running one can be ended, one that begins can be deleted. */
export function PriceRow({ price, today }: { price: ChannelPricesDto["items"][number]; today: string }) {
  const t = useTranslations("gateway.price");
  const format = useFormat();
  const text = usePriceText();
  const { end, remove } = usePriceActions();
  const { validFrom, validUntil } = price;
  const state = validFrom > today ? "later" : validUntil !== null && validUntil < today ? "over" : "now";
  const span = validUntil
    ? t("span", { from: format.day(validFrom), until: format.day(validUntil) })
    : t("since", { day: format.day(validFrom) });
  const handleEnd = () =>
    void confirm({
      title: t("end.title"),
      description: t("end.text", { day: format.day(today) }),
      okButton: t("end.ok"),
      onOk: () => end.mutateAsync({ id: price.id, validUntil: today }),
    });
  const handleRemove = () =>
    void confirm({
      title: t("delete.title"),
      description: t("delete.text"),
      okButton: t("delete.ok"),
      destructive: true,
      onOk: () => remove.mutateAsync(price.id),
    });
  return (
    <li className="flex items-center gap-3 px-3 py-2.5 not-last:border-b">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          {span}
          <Badge tone={state === "now" ? "success" : state === "later" ? "primary" : "neutral"}>
            {t(`state.${state}`)}
          </Badge>
        </p>
        <p className="tnum text-fg-3 text-xs">{text(price)}</p>
      </div>
      {state === "now" && validUntil !== today && (
        <Button size="sm" variant="ghost" onClick={handleEnd}>
          {t("end.ok")}
        </Button>
      )}
      {price.deletable && (
        <Button size="sm" variant="ghost" onClick={handleRemove}>
          {t("delete.ok")}
        </Button>
      )}
    </li>
  );
}
