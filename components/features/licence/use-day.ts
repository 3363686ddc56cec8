"use client";

import { useMoments } from "@/components/common/use-moments";

/** A day as people write it. */
export function useDay() {
  const moments = useMoments();
  return (iso: string) => moments.day(iso);
}
