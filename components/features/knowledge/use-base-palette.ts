"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type PaletteSource, usePaletteSource } from "@/lib/client/palette";
import { ALL_BASES, basesQuery } from "@/lib/features/knowledge/hooks";
import { useBaseHref } from "./use-base-href";

/** Results the palette takes from one area. */
const MOST = 6;

/** Lets the palette find bases by name and description. */
export function useBasePalette(): void {
  const client = useQueryClient();
  const heading = useTranslations("knowledge")("title");
  const hrefOf = useBaseHref();
  usePaletteSource(
    useMemo(
      (): PaletteSource => ({
        id: "knowledge",
        heading,
        kind: heading,
        search: async (keyword) => {
          const { items } = await client.fetchQuery(basesQuery({ ...ALL_BASES, keyword, pageSize: MOST }));
          return items.flatMap((base) => {
            const href = hrefOf(base);
            return href ? [{ id: base.id, label: base.name, href }] : [];
          });
        },
      }),
      [client, heading, hrefOf],
    ),
  );
}
