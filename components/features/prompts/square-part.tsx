"use client";

import { type ComponentProps, lazy } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";

const SquareScreen = lazy(() => import("./square-screen").then((module) => ({ default: module.SquareScreen })));

/** The square, loaded only where it is shown: the chat's page carries none of it. */
export function SquarePart(props: ComponentProps<typeof SquareScreen>) {
  return (
    <LazyBoundary fallback={<PanelSkeleton />}>
      <SquareScreen {...props} />
    </LazyBoundary>
  );
}
