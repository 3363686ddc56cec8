import { useEffect } from "react";
import { createStore } from "./store";

/** One thing the command palette can jump to. */
export interface PaletteItem {
  id: string;
  label: string;
  href: string;
}

/** An area's contribution: its things by keyword, at most a handful, already limited to what the person may open. */
export interface PaletteSource {
  id: string;
  /** Heading and kind, in the page's language. */
  heading: string;
  kind: string;
  search: (keyword: string, signal: AbortSignal) => Promise<PaletteItem[]> | PaletteItem[];
}

export const paletteSourcesStore = createStore<readonly PaletteSource[]>([]);

/** Lets the palette find an area's things while the calling component is on the page. Keep `source` stable (useMemo). */
export function usePaletteSource(source: PaletteSource): void {
  useEffect(() => {
    paletteSourcesStore.set((sources) => [...sources.filter(({ id }) => id !== source.id), source]);
    return () => paletteSourcesStore.set((sources) => sources.filter((other) => other !== source));
  }, [source]);
}
