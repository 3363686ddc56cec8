"use client";

import { useQuery } from "@tanstack/react-query";
import { UserRoundX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { confirm } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { ReachingDto } from "@/lib/features/apps/dto";
import { reachQuery, useReachActions } from "@/lib/features/apps/hooks";

interface BaseReachProps {
  appId: string;
  baseIds: readonly string[];
}

/** Which of the app's users get no answer from which base, and what can be done about it. */
export function BaseReach({ appId, baseIds }: BaseReachProps) {
  const t = useTranslations("apps-editor.reach");
  const { data } = useQuery({ ...reachQuery(appId, baseIds), enabled: baseIds.length > 0 });
  const items = data?.items ?? [];
  const first = items[0];
  const barred = first ? first.people - first.able : 0;
  const lacking = items.filter((one) => one.lacking > 0);
  if (baseIds.length === 0 || (barred === 0 && lacking.length === 0)) return null;
  return (
    <ul aria-label={t("label")} className="space-y-2">
      {lacking.map((one) => (
        <Lacking key={one.id} appId={appId} base={one} />
      ))}
      {barred > 0 && (
        <li className="text-fg-3 text-xs">{t("barred", { count: barred, people: first?.people ?? 0 })}</li>
      )}
    </ul>
  );
}

function Lacking({ appId, base }: { appId: string; base: ReachingDto }) {
  const t = useTranslations("apps-editor.reach");
  const { open, ask } = useReachActions(appId);
  const { id, name, lacking, names, mayOpen, isAsked } = base;
  const handleOpen = () =>
    void confirm({
      title: t("openTitle", { name }),
      description: t("openText", { count: lacking }),
      okButton: t("open"),
      onOk: async () => {
        await open.mutateAsync(id).catch((error: unknown) => {
          reportFailure(error);
          throw error;
        });
        toast.success(t("opened"));
      },
    });
  const handleAsk = () => ask.mutateAsync(id).then(() => toast.success(t("askedNow")), reportFailure);
  const more = lacking - names.length;
  return (
    <li className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm">
      <UserRoundX aria-hidden size={15} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warning-ink" />
      <div className="min-w-0 flex-1">
        <p>{t("lacking", { name, count: lacking })}</p>
        <p className="mb-2 text-fg-2 text-xs">{t("names", { names: names.join(t("comma")), more })}</p>
        {mayOpen ? (
          <Button size="sm" onClick={handleOpen}>
            {t("open")}
          </Button>
        ) : (
          <Button size="sm" onClick={() => void handleAsk()} loading={ask.isPending} disabled={isAsked}>
            {t(isAsked ? "asked" : "ask")}
          </Button>
        )}
      </div>
    </li>
  );
}
