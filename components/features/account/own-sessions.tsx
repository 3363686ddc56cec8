"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import { ownSessionsQuery, useOwnSessionActions } from "@/lib/features/account/hooks";
import { BlockState } from "./block-state";
import { SessionList } from "./session-list";

/** spec A8: the own sessions; one or all others can be ended. */
export function OwnSessions() {
  const t = useTranslations("account.sessions");
  const query = useQuery(ownSessionsQuery);
  const { end, endOthers } = useOwnSessionActions();

  const handleEndOthers = async (count: number) => {
    const agreed = await confirm({
      title: t("endOthersTitle"),
      description: t("endOthersText", { count }),
      okButton: t("endOthers"),
      destructive: true,
    });
    if (!agreed) return;
    const { ended } = await endOthers.mutateAsync().catch(() => ({ ended: 0 })); // said by the client's one place
    if (ended > 0) toast.success(t("endOthersDone", { count: ended }));
  };
  return (
    <BlockState query={query}>
      {({ items }) => {
        const others = items.filter(({ current }) => !current).length;
        return (
          <div className="space-y-4">
            <p className="text-fg-3 text-sm">{t("hint")}</p>
            <SessionList
              items={[...items].sort((a, b) => Number(b.current) - Number(a.current))}
              ending={end.isPending ? end.variables : undefined}
              onEnd={({ id }) => end.mutate(id, { onSuccess: () => toast.success(t("ended")) })}
            />
            {others > 0 && (
              <Button loading={endOthers.isPending} onClick={() => handleEndOthers(others)}>
                {t("endOthers")}
              </Button>
            )}
          </div>
        );
      }}
    </BlockState>
  );
}
