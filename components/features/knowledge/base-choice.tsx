"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyState } from "@/components/common/empty-state";
import { PanelState } from "@/components/common/query-state";
import { SearchInput } from "@/components/common/search-input";
import { TopBar } from "@/components/layout/top-bar";
import { buttonClass } from "@/components/ui/button-class";
import { Pagination } from "@/components/ui/pagination";
import { ALL_BASES, basesQuery } from "@/lib/features/knowledge/hooks";
import { managementHref } from "@/lib/features/knowledge/paths";
import { BaseIcon } from "./base-icon";
import { KnowledgeSidebar } from "./knowledge-sidebar";
import { useScreens } from "./screens";

interface BaseChoiceProps {
  title: string;
  /** Those one may use, or only those one may change. */
  right: "view" | "manage";
  hrefOf: (baseId: string) => string;
}

/** Stands where a screen of one base was opened without a base: any of them leads to the screen. */
export function BaseChoice({ title, right, hrefOf }: BaseChoiceProps) {
  const t = useTranslations("knowledge");
  const [keyword, setKeyword] = useState("");
  const [page, setPage] = useState(1);
  const filter = { ...ALL_BASES, right, keyword, page };
  const query = useQuery(basesQuery(filter));
  const isManager = useScreens([managementHref]).length > 0;
  const { items = [], total = 0 } = query.data ?? {};
  return (
    <>
      <KnowledgeSidebar baseId={null} chatId={null} />
      <TopBar title={title} />
      {query.data && total === 0 && !keyword ? (
        <EmptyState
          title={t("choice.empty")}
          description={t("choice.emptyText")}
          action={
            isManager && (
              <Link href={managementHref} className={buttonClass("primary")}>
                {t("choice.toManagement")}
              </Link>
            )
          }
        />
      ) : (
        <div className="mx-auto flex min-h-0 w-full max-w-160 flex-1 flex-col px-4 pt-6">
          <h2 className="text-xl font-semibold">{t("choice.title")}</h2>
          <SearchInput
            label={t("search")}
            value={keyword}
            className="mt-4"
            onChange={(word) => {
              setKeyword(word);
              setPage(1);
            }}
          />
          <PanelState query={query} />
          {query.data && total === 0 && <p className="py-10 text-center text-fg-3 text-sm">{t("none")}</p>}
          {total > 0 && (
            <ul className="mt-3 min-h-0 flex-1 divide-y overflow-y-auto">
              {items.map((base) => (
                <li key={base.id}>
                  <Link
                    href={hrefOf(base.id)}
                    prefetch={false}
                    className="flex min-h-14 items-center gap-3 rounded-sm px-2 py-2 hover:bg-muted"
                  >
                    <BaseIcon icon={base.icon} id={base.id} size={32} />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate font-medium text-sm">{base.name}</span>
                      <span className="block truncate text-fg-3 text-xs">
                        {base.description || t("choice.ownedBy", { name: base.owner.name })}
                      </span>
                    </span>
                    <span className="tnum text-fg-3 text-xs">{t("fileCount", { count: base.fileCount })}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {total > filter.pageSize && (
            <Pagination page={page} pageSize={filter.pageSize} total={total} onPageChange={setPage} />
          )}
        </div>
      )}
    </>
  );
}
