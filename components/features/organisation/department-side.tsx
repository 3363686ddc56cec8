"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { SearchInput } from "@/components/common/search-input";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { departmentsQuery } from "@/lib/features/organisation/hooks";

const DepartmentTree = lazy(() => import("./department-tree").then((module) => ({ default: module.DepartmentTree })));

interface DepartmentSideProps {
  selectedId: string | null;
  onSelect: (id: string | null) => void;
}

/** The organisation beside the list; narrower screens have a filter instead. */
export function DepartmentSide({ selectedId, onSelect }: DepartmentSideProps) {
  const t = useTranslations("organisation.departments");
  const [keyword, setKeyword] = useState("");
  const { data, isError, refetch } = useQuery(departmentsQuery);
  const root = data?.find(({ parentId }) => parentId === null);
  return (
    <aside aria-label={t("title")} className="hidden w-60 shrink-0 flex-col gap-2 border-r p-3 lg:flex">
      <SearchInput label={t("search")} value={keyword} onChange={setKeyword} soft className="w-full" />
      {data ? (
        <LazyBoundary fallback={<TreeSkeleton />}>
          <DepartmentTree
            label={t("title")}
            departments={data}
            keyword={keyword}
            selectedId={selectedId ?? root?.id ?? null}
            onSelect={({ id }) => onSelect(id === root?.id ? null : id)}
            className="flex-1"
          />
        </LazyBoundary>
      ) : isError ? (
        <div className="space-y-2 px-1 text-fg-3 text-sm">
          <p>{t("failed")}</p>
          <Button size="sm" onClick={() => void refetch()}>
            {t("retry")}
          </Button>
        </div>
      ) : (
        <TreeSkeleton />
      )}
    </aside>
  );
}

function TreeSkeleton() {
  return (
    <div aria-hidden className="space-y-3 px-1 pt-2">
      {["w-36", "w-28", "w-32", "w-24", "w-28"].map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
        <Skeleton key={at} className={width} />
      ))}
    </div>
  );
}
