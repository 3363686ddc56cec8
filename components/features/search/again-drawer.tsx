"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { SafeLink } from "@/components/chat/safe-link";
import { ErrorState } from "@/components/common/error-state";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useMinute } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { Tone } from "@/components/ui/tone";
import type { SearchAgainDto } from "@/lib/features/search/chat-dto";
import { againQuery } from "@/lib/features/search/hooks";
import type { PageChanges } from "./pages-panel";

const ORDER = [
  "new",
  "changed",
  "gone",
  "unread",
  "same",
] as const satisfies SearchAgainDto["pages"][number]["state"][];
const TONES: Record<(typeof ORDER)[number], Tone> = {
  new: "primary",
  changed: "warning",
  gone: "danger",
  unread: "neutral",
  same: "success",
};

interface AgainDrawerProps {
  answerId: string;
  onClose: () => void;
  onFound: (changes: PageChanges) => void;
  /** Answers the question once more. */
  onAnswer: () => void;
}

/** The pages of an answer as they are now: new, changed, gone (spec C9). */
export function AgainDrawer({ answerId, onClose, onFound, onAnswer }: AgainDrawerProps) {
  const t = useTranslations("search.again");
  const minute = useMinute();
  const { data, isError, isFetching, refetch } = useQuery(againQuery(answerId));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each look
  useEffect(() => {
    if (data) onFound(new Map(data.pages.map(({ address, state }) => [address, state])));
  }, [data]);
  const pages = data?.pages.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)) ?? [];
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent
        title={t("title")}
        meta={data && t("at", { time: minute(data.lookedAt) })}
        footer={
          <Button variant="primary" icon={RefreshCw} disabled={!data} onClick={onAnswer}>
            {t("ask")}
          </Button>
        }
      >
        <p className="mb-3 text-fg-3 text-sm">{t("text")}</p>
        {!data && isFetching && (
          <>
            <p role="status" className="mb-3 text-fg-3 text-sm">
              {t("looking")}
            </p>
            <PanelSkeleton />
          </>
        )}
        {isError && !isFetching && <ErrorState description={t("failed")} onRetry={() => void refetch()} />}
        {data && pages.length === 0 && <p className="text-fg-3 text-sm">{t("none")}</p>}
        <ul className="divide-y">
          {pages.map(({ address, title, state }) => (
            <li key={address} className="flex items-center gap-3 py-2.5">
              <span className="min-w-0 flex-1">
                <SafeLink href={address} className="block truncate text-sm hover:underline">
                  {title || address}
                </SafeLink>
                <span className="block truncate text-fg-3 text-xs">{address}</span>
              </span>
              <Badge tone={TONES[state]}>{t(state)}</Badge>
            </li>
          ))}
        </ul>
      </SheetContent>
    </Sheet>
  );
}
