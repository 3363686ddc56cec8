import { useEffect } from "react";
import { type ColorScheme, colorSchemeStore, loadColorScheme, setColorScheme } from "./color-scheme";
import { useStore } from "./use-store";

/** The person's choice of appearance and its setter. */
export function useColorScheme(): [ColorScheme, (scheme: ColorScheme) => void] {
  const scheme = useStore(colorSchemeStore, "system");
  useEffect(() => {
    loadColorScheme(); // the browser's storage is known after hydration only
  }, []);
  return [scheme, setColorScheme];
}
