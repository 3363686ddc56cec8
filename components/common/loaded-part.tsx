"use client";

import { type ComponentType, type ReactNode, useEffect, useState } from "react";

interface LoadedPart<P> {
  (props: P & { fallback?: ReactNode }): ReactNode;
  /** Fetches the part before it is wanted; a failure is tried again when it is. */
  preload: () => void;
}

/**
 * A part that is loaded on first use, as `lazy`, for places where every moment counts: it is drawn at once when it was
 * preloaded. React holds back what a Suspense boundary waited for until its fallback has stood for 300 ms, and two such
 * boundaries cost the reader of sources more than half its second (spec D2). Stands below a `LazyBoundary`.
 */
export function loadedPart<P extends object>(load: () => Promise<ComponentType<P>>): LoadedPart<P> {
  let part: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  const fetchPart = (): Promise<ComponentType<P>> => {
    loading ??= load().then((loaded) => {
      part = loaded;
      return loaded;
    });
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: made once a module, as `lazy` is
  function Loaded({ fallback = null, ...props }: P & { fallback?: ReactNode }): ReactNode {
    const [Part, setPart] = useState(() => part);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Part) return;
      let isOver = false;
      fetchPart().then(
        (loaded) => !isOver && setPart(() => loaded),
        (error) => !isOver && setFailure({ error }),
      );
      return () => {
        isOver = true;
      };
    }, [Part]);
    if (failure) throw failure.error;
    return Part ? <Part {...(props as unknown as P)} /> : fallback;
  }
  return Object.assign(Loaded, { preload: () => void fetchPart().catch(() => undefined) });
}
