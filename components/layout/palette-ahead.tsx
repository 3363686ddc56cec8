"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect } from "react";
import { productLocale } from "@/lib/i18n/locales";
import { placesQuery } from "@/lib/palette/hooks";

/** Milliseconds after which the palette is fetched even where the page never rests. */
const AT_LATEST_MS = 5000;

/** Fetches the palette and what it leads to once the page is at rest, so that it opens at once. */
export function PaletteAhead({ load }: { load: () => void }) {
  const client = useQueryClient();
  const locale = productLocale(useLocale());
  useEffect(() => {
    const fetchAhead = () => {
      load();
      void client.prefetchQuery(placesQuery(locale));
    };
    if (!window.requestIdleCallback) {
      const timer = setTimeout(fetchAhead, AT_LATEST_MS);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(fetchAhead, { timeout: AT_LATEST_MS });
    return () => window.cancelIdleCallback(handle);
  }, [client, load, locale]);
  return null;
}
