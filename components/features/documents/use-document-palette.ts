"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type PaletteSource, usePaletteSource } from "@/lib/client/palette";
import { NO_FILTER } from "@/lib/features/documents/filter";
import { documentsQuery } from "@/lib/features/documents/hooks";
import { documentHref } from "./chat-href";

/** Results the palette takes from one area. */
const MOST = 6;

/** Lets the palette find documents by name. */
export function useDocumentPalette(): void {
  const client = useQueryClient();
  const heading = useTranslations("documents")("palette");
  usePaletteSource(
    useMemo(
      (): PaletteSource => ({
        id: "documents",
        heading,
        kind: heading,
        search: async (keyword) => {
          const { items } = await client.fetchQuery(documentsQuery({ ...NO_FILTER, keyword }));
          return items.slice(0, MOST).map(({ id, name }) => ({ id, label: name, href: documentHref(id) }));
        },
      }),
      [client, heading],
    ),
  );
}
