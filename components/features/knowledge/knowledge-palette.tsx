"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type PaletteSource, usePaletteSource } from "@/lib/client/palette";

/** Results the palette takes from one area. */
const MOST = 6;

interface KnowledgePaletteProps {
  /** In the page's language: screens outside the area do not have its texts. */
  texts: { bases: string; files: string; search: string };
  /** What this person may open. */
  opens: { bases: boolean; chats: boolean; files: boolean; search: boolean };
}

/** Lets the palette find bases and their files on every screen, and hand the words on to the search of knowledge. */
export function KnowledgePalette({ texts, opens }: KnowledgePaletteProps) {
  const client = useQueryClient();
  usePaletteSource(
    useMemo(
      (): PaletteSource => ({
        id: "knowledge",
        heading: texts.bases,
        kind: texts.bases,
        search: async (keyword) => {
          // Of use to nobody before the palette is opened.
          const [{ ALL_BASES, basesQuery }, { baseChatHref, dataSetHref }] = await parts();
          const { items } = await client.fetchQuery(basesQuery({ ...ALL_BASES, keyword, pageSize: MOST }));
          return items.flatMap(({ id, name, mayManage }) => {
            if (mayManage && opens.bases) return [{ id, label: name, href: dataSetHref(id) }];
            return opens.chats ? [{ id, label: name, href: baseChatHref(id) }] : [];
          });
        },
      }),
      [client, texts, opens],
    ),
  );
  usePaletteSource(
    useMemo(
      (): PaletteSource => ({
        id: "knowledge-files",
        heading: texts.files,
        kind: texts.files,
        search: async (keyword) => {
          if (!keyword) return [];
          const [, { filePreviewHref, searchHref }] = await parts();
          const { namedFilesQuery } = await import("@/lib/features/knowledge/search-hooks");
          const { items } = opens.files ? await client.fetchQuery(namedFilesQuery(keyword)) : { items: [] };
          const files = items.map(({ id, name }) => ({ id, label: name, href: filePreviewHref(id) }));
          const all = { id: "search", label: `${texts.search}: ${keyword}`, href: searchHref(keyword) };
          return opens.search ? [...files, all] : files;
        },
      }),
      [client, texts, opens],
    ),
  );
  return null;
}

const parts = () => Promise.all([import("@/lib/features/knowledge/hooks"), import("@/lib/features/knowledge/paths")]);
