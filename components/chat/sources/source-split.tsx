"use client";

import { lazy, type ReactNode } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { Split } from "@/components/common/split";
import { useNarrowMenu } from "@/components/layout/sidebar-area";
import type { ReaderProps } from "@/components/reader/reader";
import type { useSource } from "./use-source";
import { useSourceKey } from "./use-source-key";

const Reader = lazy(() => import("@/components/reader/reader").then((module) => ({ default: module.Reader })));

interface SourceSplitProps {
  /** Under which the width is remembered. */
  name: string;
  label: string;
  sources: ReturnType<typeof useSource>;
  /** What the key opens where nothing was open before. */
  onFirst?: () => void;
  /** Where the document in view is sent. */
  place?: ReaderProps["place"];
  /** What the menu of words marked in the reader does; without it there is none. */
  onAsk?: ReaderProps["onAsk"];
  /** Stands above the reader, and in its place while nothing is open. */
  above?: ReactNode;
  children: ReactNode;
}

/** A conversation with the reader of its sources at its right. */
export function SourceSplit({ name, label, sources, onFirst, place, onAsk, above, children }: SourceSplitProps) {
  const { source, follow, close, reopen } = sources;
  useNarrowMenu(source !== null || above !== undefined);
  useSourceKey(() => {
    if (source) close();
    else if (!reopen()) onFirst?.();
  });
  const reader = source && (
    <LazyBoundary fallback={<PanelSkeleton />} onFailure={close}>
      <Reader
        versionId={source.versionId}
        citations={source.citations}
        activeId={source.activeId}
        onActiveChange={follow}
        onClose={close}
        place={place}
        onAsk={onAsk}
      />
    </LazyBoundary>
  );
  return (
    <Split
      name={name}
      initial={540}
      label={label}
      // What stands above the reader is no reason to lie over the conversation.
      narrow={source ? "overlay" : "content"}
      side={
        above === undefined ? (
          reader
        ) : (
          <div className="flex min-h-0 flex-1 flex-col max-md:contents">
            <div className="contents max-md:hidden">{above}</div>
            {reader && <div className="flex min-h-0 flex-1 flex-col border-t max-md:contents">{reader}</div>}
          </div>
        )
      }
    >
      {children}
    </Split>
  );
}
