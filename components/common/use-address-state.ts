"use client";

import { useState } from "react";

/** State that stands in the address: a reload or a copied link shows the same. `toQuery` begins with its question mark. */
export function useAddressState<State extends object>(
  first: State,
  toQuery: (state: State) => string,
): [State, (patch: Partial<State>) => void] {
  const [state, setState] = useState(first);
  const change = (patch: Partial<State>) => {
    const next = { ...state, ...patch };
    setState(next);
    window.history.replaceState(null, "", `${window.location.pathname}${toQuery(next)}`);
  };
  return [state, change];
}
