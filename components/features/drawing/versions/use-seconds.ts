"use client";

import { useEffect, useState } from "react";

/** Whole seconds since a moment, counted on. */
export function useSeconds(since: string): number {
  const [now, setNow] = useState(() => Date.now());
  // The clock is outside: nothing else tells that time goes by.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
}
