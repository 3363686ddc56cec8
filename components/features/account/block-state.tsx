"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

interface BlockStateProps<T> {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

/** A block of a drawer that is loaded on its own: skeleton, failure with another try, or what it holds. */
export function BlockState<T>({ query, children }: BlockStateProps<T>) {
  const t = useTranslations("account");
  const c = useTranslations("common");
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <div role="alert" className="flex flex-col items-center gap-3 py-10 text-fg-2 text-sm">
        {t("failed")}
        <Button onClick={() => query.refetch()}>{c("action.retry")}</Button>
      </div>
    );
  }
  return (
    <div role="status" aria-label={c("state.loading")} className="space-y-4 py-2">
      {["w-1/2", "w-full", "w-3/4", "w-full"].map((width, index) => (
        <Skeleton key={width + String(index)} className={width} />
      ))}
    </div>
  );
}
