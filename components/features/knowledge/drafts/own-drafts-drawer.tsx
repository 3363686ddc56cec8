"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyState } from "@/components/common/empty-state";
import { QueryState } from "@/components/common/query-state";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { ownDraftsQuery } from "@/lib/features/knowledge/draft-hooks";
import { OwnDraftList } from "./own-draft-list";

const PAGE = 20;
const MOST = 100;

/** Everything one filed into bases. */
export function OwnDraftsDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations("knowledge-drafts.own");
  const [pageSize, setPageSize] = useState(PAGE);
  const query = useQuery(ownDraftsQuery({ pageSize }));
  const { data } = query;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} meta={data?.total || undefined}>
        <QueryState query={query} />
        {data?.total === 0 && <EmptyState title={t("none")} description={t("noneText")} />}
        {data && data.total > 0 && <OwnDraftList drafts={data.items} />}
        {data && data.items.length < Math.min(data.total, MOST) && (
          <Button variant="ghost" size="sm" className="mt-3" onClick={() => setPageSize(MOST)}>
            {t("more")}
          </Button>
        )}
      </SheetContent>
    </Sheet>
  );
}
