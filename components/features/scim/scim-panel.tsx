"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { ErrorState } from "@/components/common/error-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useMoments } from "@/components/common/use-moments";
import type { ScimState } from "@/lib/features/scim/dto";
import { scimQuery } from "@/lib/features/scim/hooks";
import { Copyable } from "./copyable";
import { PushedGroups } from "./pushed-groups";
import { ScimGuide } from "./scim-guide";
import { TokenPart } from "./token-part";

/** People and groups an identity provider pushes to a login channel: its door, what came in, and how to set it up. */
export function ScimPanel({ channelId }: { channelId: string }) {
  return (
    <LazyBoundary fallback={<PanelSkeleton />}>
      <LazyMessages areas={["scim"]}>
        <Panel channelId={channelId} />
      </LazyMessages>
    </LazyBoundary>
  );
}

function Panel({ channelId }: { channelId: string }) {
  const t = useTranslations("scim");
  const query = useQuery(scimQuery(channelId));
  if (!query.data) {
    if (query.isError) return <ErrorState description={t("unreadable")} onRetry={() => void query.refetch()} />;
    return <PanelSkeleton />;
  }
  const { data: state } = query;
  return (
    <div className="space-y-6">
      <p className="text-fg-2 text-sm">{t("intro")}</p>
      <Copyable label={t("address")} hint={t("addressHint")} value={state.baseUrl} />
      <TokenPart channelId={channelId} hasToken={state.hasToken} isEditable={state.isEditable} />
      <Figures state={state} />
      <PushedGroups channelId={channelId} />
      <ScimGuide subject={state.subject} />
    </div>
  );
}

function Figures({ state }: { state: ScimState }) {
  const t = useTranslations("scim.state");
  const format = useFormatter();
  const moments = useMoments();
  const last = state.lastPushAt ? moments.minute(state.lastPushAt) : t("never");
  const figures = [
    ["people", format.number(state.people)],
    ["disabled", format.number(state.disabled)],
    ["groups", format.number(state.groups)],
    ["last", last],
  ] as const;
  return (
    <section aria-label={t("label")}>
      <h3 className="font-semibold text-sm">{t("label")}</h3>
      <dl className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map(([key, value]) => (
          <div key={key} className="rounded-sm border px-3 py-2">
            <dt className="text-fg-3 text-xs">{t(key)}</dt>
            <dd className="tnum mt-0.5 break-words text-sm">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
