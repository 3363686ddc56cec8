"use client";

import { useLocale } from "next-intl";
import { useEffect, useSyncExternalStore } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages, preloadMessages } from "@/components/common/lazy-messages";
import { loadedPart } from "@/components/common/loaded-part";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import type { Citation } from "@/lib/citations/dto";
import { productLocale } from "@/lib/i18n/locales";
import type { ReaderProps } from "./types";

export type { ReaderAction, ReaderProps, ReaderSelection } from "./types";

const AREAS = ["reader"] as const;
/** Rest of the page's own work before what may be wanted next is fetched, milliseconds at most. */
const IDLE_MS = 2000;

const loadPanel = () => import("./reader-panel");
const ReaderPanel = loadedPart(async () => (await loadPanel()).ReaderPanel);
const ReaderSheet = loadedPart(async () => (await import("./reader-sheet")).ReaderSheet);

/** Fetches what shows the sources of an answer once the page has nothing else to do: a click then opens them at once. */
export function usePreloadedReader(citations: readonly Citation[]): void {
  const locale = useLocale();
  const isCited = citations.length > 0;
  const isPdf = citations.some(({ format }) => format === "pdf");
  useEffect(() => {
    if (!isCited) return;
    const preload = () => {
      preloadMessages(productLocale(locale), AREAS);
      ReaderPanel.preload();
      if (isPdf)
        loadPanel().then(
          ({ preloadPdf }) => preloadPdf(),
          () => undefined,
        );
    };
    // Safari has no idle callback.
    if (!window.requestIdleCallback) {
      const timer = setTimeout(preload, IDLE_MS);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(preload, { timeout: IDLE_MS });
    return () => window.cancelIdleCallback(handle);
  }, [isCited, isPdf, locale]);
}

/**
 * The source beside the answer: a file version with its citations marked at the very words. Fills its box; on a phone it
 * is a sheet from below when it can be closed (design 12). Nothing of it is part of a page's first load.
 */
export function Reader(props: ReaderProps) {
  const isPhone = useSyncExternalStore(subscribe, isNarrow, () => false);
  const { onClose } = props;
  return (
    <LazyBoundary fallback={<PanelSkeleton />} onFailure={onClose}>
      <LazyMessages areas={AREAS}>
        {isPhone && onClose ? (
          <ReaderSheet {...props} onClose={onClose} fallback={<PanelSkeleton />} />
        ) : (
          <ReaderPanel {...props} fallback={<PanelSkeleton />} />
        )}
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
