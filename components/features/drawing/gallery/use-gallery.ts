"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type GalleryFilter, galleryQuery } from "@/lib/features/drawing/hooks";

/** Pictures page by page; `reach` is the last place that is in view. */
export function useGallery(filter: GalleryFilter) {
  const query = useInfiniteQuery(galleryQuery(filter));
  const pictures = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return { query, pictures, total: query.data?.pages[0]?.total ?? 0 };
}

/** Fetches the next page when the end of what is there comes into view. */
export function useReach({ query, pictures }: ReturnType<typeof useGallery>, last: number): void {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const isNear = last >= pictures.length - 10;
  // What scrolls into view decides, which only the browser knows.
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNear, hasNextPage, isFetchingNextPage, fetchNextPage]);
}
