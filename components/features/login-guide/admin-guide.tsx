"use client";

import { lazy } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Skeleton } from "@/components/ui/skeleton";

const GuideBody = lazy(() => import("./guide-body").then((m) => ({ default: m.GuideBody })));

/** spec 6: how an administrator sets the other side up, step by step; it brings its own texts along. */
export function AdminGuide({ channelId }: { channelId: string }) {
  return (
    <LazyBoundary fallback={<Skeleton className="h-96 w-full" />}>
      <LazyMessages areas={["login-guide"]}>
        <GuideBody channelId={channelId} />
      </LazyMessages>
    </LazyBoundary>
  );
}
