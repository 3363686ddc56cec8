"use client";

import { useEffect, useRef, useState } from "react";

/** Typing waits this long before the address and the list follow, milliseconds. */
const PAUSE_MS = 250;

/** A search field whose word stands in the address: the field never waits for it, and follows when it changes elsewhere. */
export function useKeyword(asked: string, onAsk: (keyword: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(asked);
  const sent = useRef(asked);
  const latest = useRef(onAsk);
  latest.current = onAsk;

  useEffect(() => {
    // An address keeps no blanks at the ends; whoever types on must not lose theirs.
    if (asked.trim() === sent.current.trim()) return;
    sent.current = asked;
    setTyped(asked);
  }, [asked]);

  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      latest.current(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return [typed, setTyped];
}
