import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** The address the product is reached by, known in the browser alone: empty while the server renders. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "",
  );
}
