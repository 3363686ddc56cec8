"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Button } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import { userSessionsQuery, useUserSessionActions } from "@/lib/features/account/hooks";
import { BlockState } from "./block-state";
import { SessionList } from "./session-list";

interface UserSessionsProps {
  userId: string;
  /** The person's name, for questions. */
  name: string;
}

/** Where a person is signed in and whether with a second factor, for administrators. Stands below a `LazyBoundary`. */
export function UserSessions(props: UserSessionsProps) {
  return (
    <LazyMessages areas={["account"]}>
      <Sessions {...props} />
    </LazyMessages>
  );
}

function Sessions({ userId, name }: UserSessionsProps) {
  const t = useTranslations("account.user");
  const s = useTranslations("account.sessions");
  const query = useQuery(userSessionsQuery(userId));
  const { end, endAll, resetFactor } = useUserSessionActions(userId);

  const handleEndAll = async (count: number) => {
    const agreed = await confirm({
      title: t("endAllTitle", { name }),
      description: t("endAllText", { count }),
      okButton: t("endAll"),
      destructive: true,
    });
    if (agreed)
      endAll.mutate(undefined, { onSuccess: ({ ended }) => toast.success(s("endOthersDone", { count: ended })) });
  };
  const handleReset = async () => {
    const agreed = await confirm({
      title: t("resetTitle", { name }),
      description: t("resetText"),
      okButton: t("reset"),
      destructive: true,
    });
    if (agreed) resetFactor.mutate(undefined, { onSuccess: () => toast.success(t("resetDone")) });
  };
  return (
    <BlockState query={query}>
      {({ items, mayEnd, secondFactor }) => (
        <div className="space-y-4">
          <p className="text-fg-3 text-sm">{mayEnd ? t("hint", { name }) : t("forbidden")}</p>
          <SessionList
            items={items}
            ending={end.isPending ? end.variables : undefined}
            onEnd={mayEnd ? ({ id }) => end.mutate(id, { onSuccess: () => toast.success(s("ended")) }) : undefined}
          />
          {mayEnd && items.length > 0 && (
            <Button loading={endAll.isPending} onClick={() => handleEndAll(items.length)}>
              {t("endAll")}
            </Button>
          )}
          <div className="flex min-h-9 items-center justify-between gap-3 border-t pt-4">
            <span className="flex flex-wrap items-center gap-x-3 text-sm">
              {t("factor")}
              <Status tone={secondFactor ? "success" : "neutral"} hollow={!secondFactor}>
                {secondFactor ? t("factorOn") : t("factorOff")}
              </Status>
            </span>
            {secondFactor && mayEnd && (
              <Button size="sm" loading={resetFactor.isPending} onClick={handleReset}>
                {t("reset")}
              </Button>
            )}
          </div>
        </div>
      )}
    </BlockState>
  );
}
