"use client";

import { useEffect, useRef, useState } from "react";
import { RequestCancelled } from "@/lib/client/api-error";

/** One piece of work at a time that a person can stop; it ends with the part that began it. */
export function useStoppable() {
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (work: (signal: AbortSignal) => Promise<void>) => {
    const controller = new AbortController();
    running.current = controller;
    setIsRunning(true);
    setFailure(null);
    try {
      await work(controller.signal);
    } catch (error) {
      if (!(error instanceof RequestCancelled)) setFailure(error);
    } finally {
      setIsRunning(false);
    }
  };
  return { isRunning, failure, start, stop: () => running.current?.abort() };
}
