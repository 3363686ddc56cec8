"use client";

import { useEffect } from "react";
import { isChunkFailure, mayReload } from "@/lib/client/reload-once";
import { ErrorState } from "./error-state";

interface RouteFailureProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** Failure of a screen. When its code could not be fetched the page reloads once by itself (spec 2). */
export function RouteFailure({ error, reset }: RouteFailureProps) {
  const isChunk = isChunkFailure(error);
  useEffect(() => {
    if (isChunk && mayReload()) window.location.reload();
  }, [isChunk]);
  const handleRetry = () => {
    if (isChunk) window.location.reload();
    else reset();
  };
  return <ErrorState code={error.digest} onRetry={handleRetry} />;
}
