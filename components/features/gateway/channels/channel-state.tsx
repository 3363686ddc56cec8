"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { keyLabel } from "@/components/features/gateway/suppliers/key-row";
import { useFormat } from "@/components/features/gateway/use-format";
import { useReason } from "@/components/features/gateway/use-reason";
import { Button } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import { toast } from "@/lib/client/toast";
import type { ChannelDto, ChannelKeyDto } from "@/lib/features/gateway/dto";
import { useChannelActions } from "@/lib/features/gateway/routing-hooks";

/** The state of a channel in a word: open, partly or wholly resting, or what of it is switched off. */
export function ChannelState({ channel }: { channel: ChannelDto }) {
  const t = useTranslations("gateway.channel.state");
  const on = channel.keys.filter(({ status }) => status === "enabled");
  const resting = on.filter(({ breaker }) => breaker);
  const off =
    channel.supplierStatus === "disabled"
      ? t("supplierOff")
      : channel.status === "disabled"
        ? t("off")
        : on.length === 0
          ? t("keysOff")
          : null;
  if (off) {
    return (
      <Status tone="neutral" hollow>
        {off}
      </Status>
    );
  }
  if (resting.length === 0) return <Status tone="success">{t("closed")}</Status>;
  if (resting.length < on.length) {
    return <Status tone="warning">{t("partly", { count: resting.length, total: on.length })}</Status>;
  }
  const isProbing = resting.some(({ breaker }) => breaker?.state === "half_open");
  return <Status tone={isProbing ? "warning" : "danger"}>{isProbing ? t("half_open") : t("open")}</Status>;
}

/** Why keys of a channel rest and until when, each with the chance to let the next call try it at once. */
export function RestingKeys({ channel }: { channel: ChannelDto }) {
  const resting = channel.keys.filter(({ breaker, status }) => breaker && status === "enabled");
  if (resting.length === 0) return null;
  return (
    <ul className="mt-1.5 space-y-1">
      {resting.map((key) => (
        <RestingKey key={key.id ?? "none"} channel={channel} apiKey={key} />
      ))}
    </ul>
  );
}

function RestingKey({ channel, apiKey }: { channel: ChannelDto; apiKey: ChannelKeyDto }) {
  const t = useTranslations("gateway.channel.resting");
  const k = useTranslations("gateway.key");
  const format = useFormat();
  const reason = useReason();
  const { retry } = useChannelActions();
  const { breaker } = apiKey;
  if (!breaker) return null;
  const label = keyLabel(apiKey, k("plain"));
  const isDue = breaker.state === "half_open" || Date.parse(breaker.retryAt) <= Date.now();
  const when =
    breaker.state === "half_open"
      ? t("probing")
      : isDue
        ? t("due")
        : t("until", { time: format.clock(breaker.retryAt) });
  const handleRetry = () =>
    retry.mutate(
      { id: channel.id, keyId: apiKey.id },
      { onSuccess: ({ resting }) => toast.info(resting ? t("retried") : t("awake")) },
    );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm bg-subtle px-2.5 py-1 text-xs">
      {apiKey.id && <span className="font-mono text-fg-3">{label}</span>}
      <span className="text-danger-ink">{reason(breaker.reason).short}</span>
      <span className="tnum text-fg-3">{when}</span>
      {!isDue && (
        <Button
          size="sm"
          variant="ghost"
          icon={RotateCw}
          loading={retry.isPending}
          onClick={handleRetry}
          className="ml-auto"
        >
          {t("retry")}
        </Button>
      )}
    </li>
  );
}
