"use client";

import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/common/use-error-text";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { Tone } from "@/components/ui/tone";
import type { DryChannelDto, DryRunDto } from "@/lib/features/gateway/dto";
import type { ChannelVerdict } from "@/lib/features/gateway/kinds";
import { keyLabel } from "../suppliers/key-row";
import { useFormat } from "../use-format";
import { useReason } from "../use-reason";
import { useSupplierName } from "../use-supplier-name";

const TONES: Record<ChannelVerdict, Tone> = {
  first: "success",
  next: "primary",
  probe: "warning",
  resting: "warning",
  limited: "warning",
  off: "neutral",
};

/** The channels in the order a call would try them, each with its reason; above them what would refuse the call. */
export function DryRunResult({ result }: { result: DryRunDto }) {
  const t = useTranslations("gateway.dryRun");
  const c = useTranslations("gateway.channel.routing");
  const errorText = useErrorText();
  return (
    <section aria-label={t("result")} className="mt-5 space-y-3 border-t pt-5">
      {result.refusals.length > 0 ? (
        <div role="alert" className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
          <p className="font-semibold">{t("refused")}</p>
          <ul className="mt-1 space-y-0.5">
            {result.refusals.map(({ error, args }) => (
              <li key={error}>{errorText(error, args)}</li>
            ))}
          </ul>
        </div>
      ) : (
        <p role="status" className="rounded-sm bg-success-soft px-3 py-2 text-sm text-success-ink">
          {t("allowed")}
        </p>
      )}
      <h3 className="font-semibold text-base">{t("order", { routing: c(result.routing) })}</h3>
      <ol className="rounded-md border">
        {result.channels.map((channel, index) => (
          <Channel key={`${channel.channelId}:${channel.keyId}`} channel={channel} index={index} result={result} />
        ))}
      </ol>
    </section>
  );
}

function Channel({ channel, index, result }: { channel: DryChannelDto; index: number; result: DryRunDto }) {
  const t = useTranslations("gateway.dryRun");
  const supplierName = useSupplierName();
  const k = useTranslations("gateway.key");
  const isTried = channel.verdict !== "off";
  return (
    <li className={cn("flex items-start gap-3 px-3 py-2.5 not-last:border-b", !isTried && "opacity-70")}>
      <span className="tnum w-5 shrink-0 pt-0.5 text-right text-fg-3 text-xs">{isTried ? index + 1 : "–"}</span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="font-medium">{supplierName(channel.supplierName)}</span>
          <span className="break-all font-mono text-fg-3 text-xs">{channel.upstreamModel}</span>
          {channel.keyId && (
            <span className="font-mono text-fg-3 text-xs">
              {keyLabel({ name: channel.keyName, hint: channel.keyHint }, k("plain"))}
            </span>
          )}
        </p>
        <p className="text-fg-3 text-xs">{useFacts(channel, result).join(" · ")}</p>
      </div>
      <Badge tone={TONES[channel.verdict]}>{t(`verdict.${channel.verdict}`)}</Badge>
    </li>
  );
}

/** Why a channel stands where it stands. */
function useFacts(channel: DryChannelDto, { currency }: DryRunDto): string[] {
  const t = useTranslations("gateway.dryRun.fact");
  const format = useFormat();
  const reason = useReason();
  const { verdict, retryAt } = channel;
  const facts = [t("level", { level: channel.priority + 1 })];
  if (channel.share !== null)
    facts.push(t("share", { share: format.percent(channel.share / 100), weight: channel.weight }));
  if (channel.costMicros !== null) facts.push(t("cost", { money: format.money(channel.costMicros, currency) }));
  if (channel.latencyMs !== null) facts.push(t("latency", { time: format.duration(channel.latencyMs) }));
  if (channel.residency) facts.push(t("residency", { place: channel.residency }));
  if (channel.reason) facts.push(t("reason", { reason: reason(channel.reason).short }));
  if (verdict === "resting" && retryAt) facts.push(t("until", { time: format.clock(retryAt) }));
  if (verdict === "limited") facts.push(channel.because === "supplier" ? t("supplierLimit") : t("keyLimit"));
  if (verdict === "off") facts.push(t(`off.${channel.because ?? "model"}`));
  return facts;
}
