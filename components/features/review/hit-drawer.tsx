"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { FactList } from "@/components/common/fact-list";
import { QueryState } from "@/components/common/query-state";
import { useAppName } from "@/components/common/use-app-name";
import { useMoments } from "@/components/common/use-moments";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { ReviewHitDetail } from "@/lib/features/review/dto";
import { reviewHitQuery } from "@/lib/features/review/hooks";

interface HitDrawerProps {
  id: string;
  onClose: () => void;
}

/** One hit with the words it was found in, where the privacy policy opens them. */
export function HitDrawer({ id, onClose }: HitDrawerProps) {
  const t = useTranslations("review.hits");
  const query = useQuery(reviewHitQuery(id));
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("one")}>
        {query.data && <Hit hit={query.data} />}
        <QueryState query={query} />
      </SheetContent>
    </Sheet>
  );
}

function Hit({ hit }: { hit: ReviewHitDetail }) {
  const t = useTranslations("review");
  const moments = useMoments();
  const appName = useAppName();
  const { user, department, key } = hit;
  return (
    <div className="space-y-5">
      <FactList
        facts={[
          [t("column.rule"), hit.ruleName],
          [t("column.keyword"), hit.keyword],
          [t("column.side"), t(`side.${hit.side}`)],
          [t("column.user"), `${user.name} (${user.account})`],
          [t("column.department"), department ?? "–"],
          [t("column.app"), key ? t("byKey", { name: key.name ?? t("gone") }) : appName(hit.app)],
          [t("column.time"), moments.minute(hit.createdAt)],
        ]}
      />
      {hit.content === null ? (
        <p className="flex gap-2 rounded-md bg-subtle px-3 py-2 text-fg-2 text-sm">
          <Lock aria-hidden size={16} className="mt-0.5 shrink-0" />
          {t("hits.closed")}
        </p>
      ) : (
        <section aria-label={t("hits.words")}>
          <h3 className="mb-2 font-semibold text-sm">{t("hits.words")}</h3>
          <p className="wrap-anywhere whitespace-pre-wrap rounded-md bg-subtle p-3 text-sm">{hit.content}</p>
          <p className="mt-2 text-fg-3 text-xs">{t("hits.noted")}</p>
        </section>
      )}
    </div>
  );
}
