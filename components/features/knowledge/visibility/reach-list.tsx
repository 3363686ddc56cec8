"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { ListToolbar } from "@/components/common/list-toolbar";
import { PanelState } from "@/components/common/query-state";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Pagination } from "@/components/ui/pagination";
import { reachQuery } from "@/lib/features/knowledge/hooks";
import { Reasons } from "./reasons";

const PAGE_SIZE = 20;

/** People a base reaches, each with why. */
export function ReachList({ baseId }: { baseId: string }) {
  const t = useTranslations("knowledge.reach");
  const right = useTranslations("common.sharing.right");
  const [keyword, setKeyword] = useState("");
  const [page, setPage] = useState(1);
  const query = useQuery(reachQuery(baseId, { page, pageSize: PAGE_SIZE, keyword: useDeferredValue(keyword.trim()) }));
  const { items = [], total = 0, able = 0 } = query.data ?? {};
  return (
    <section aria-label={t("people")} className="flex min-w-0 flex-1 flex-col lg:min-h-0">
      <ListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={(word) => {
          setKeyword(word);
          setPage(1);
        }}
        end={
          query.data && <span className="tnum text-fg-3 text-xs">{t("count", { total, unable: total - able })}</span>
        }
      />
      <PanelState query={query} />
      {query.data && total === 0 && <p className="p-10 text-center text-base text-fg-3">{t("none")}</p>}
      {total > 0 && (
        <ul aria-busy={query.isFetching} className="min-h-0 flex-1 divide-y lg:overflow-y-auto">
          {items.map((person) => (
            <li key={person.id} className="flex min-h-14 items-center gap-3 px-4 py-2 md:px-5">
              <Avatar id={person.id} name={person.name} size={28} />
              <div className="min-w-0 flex-1 sm:max-w-60">
                <p className="truncate text-sm">
                  {person.name}
                  {person.account !== person.name && <span className="ml-2 text-fg-3 text-xs">{person.account}</span>}
                </p>
                <p className="truncate text-fg-3 text-xs">{person.department ?? t("noDepartment")}</p>
                <div className="mt-1 sm:hidden">
                  <Reasons person={person} />
                </div>
              </div>
              <div className="min-w-0 flex-1 max-sm:hidden">
                <Reasons person={person} />
              </div>
              {person.right && (
                <Badge tone={person.right === "manage" ? "primary" : "neutral"} className="shrink-0">
                  {right(person.right)}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
      {total > PAGE_SIZE && (
        <div className="shrink-0 border-t">
          <Pagination page={page} pageSize={PAGE_SIZE} total={total} onPageChange={setPage} />
        </div>
      )}
    </section>
  );
}
