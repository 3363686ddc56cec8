"use client";

import { lazy, useSyncExternalStore } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import type { ReaderProps } from "./types";

export type { ReaderAction, ReaderProps, ReaderSelection } from "./types";

const load = () => import("./reader-panel").then((module) => ({ default: module.ReaderPanel }));
const ReaderPanel = lazy(load);
const ReaderSheet = lazy(() => import("./reader-sheet").then((module) => ({ default: module.ReaderSheet })));

/** Fetches the reader's code early: when a mark is pointed at, when an answer with marks arrives. */
export const preloadReader = (): void => {
  load().catch(() => undefined);
};

/**
 * The source beside the answer: a file version with its citations marked at the very words. Fills its box; on a phone it
 * is a sheet from below when it can be closed (design 12). Nothing of it is part of a page's first load.
 */
export function Reader(props: ReaderProps) {
  const isPhone = useSyncExternalStore(subscribe, isNarrow, () => false);
  const { onClose } = props;
  return (
    <LazyBoundary fallback={<PanelSkeleton />} onFailure={onClose}>
      <LazyMessages areas={["reader"]}>
        {isPhone && onClose ? <ReaderSheet {...props} onClose={onClose} /> : <ReaderPanel {...props} />}
      </LazyMessages>
    </LazyBoundary>
  );
}

const NARROW = "(width < 48rem)";
const isNarrow = () => window.matchMedia(NARROW).matches;

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
