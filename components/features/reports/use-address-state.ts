import { useState } from "react";
import { reportAddress } from "@/lib/features/reports/address";

/** State that stands in the address: a reload or a copied link shows the same. */
export function useAddressState<S extends object>(first: S): [S, (patch: Partial<S>) => void] {
  const [state, setState] = useState(first);
  const change = (patch: Partial<S>) => {
    const next = { ...state, ...patch };
    setState(next);
    window.history.replaceState(null, "", `${window.location.pathname}${reportAddress(next)}`);
  };
  return [state, change];
}
