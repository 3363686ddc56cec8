"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type PaletteSource, usePaletteSource } from "@/lib/client/palette";
import { conversationHref } from "@/lib/conversation/areas";
import { foundQuery } from "@/lib/conversation/client/hooks";

/** Results the palette takes from one source. */
const MOST = 6;

/** Lets the palette find own conversations of every kind by what was said in them. */
export function useConversationPalette(): void {
  const t = useTranslations("chat");
  const client = useQueryClient();
  const heading = t("sessions.heading");
  const untitled = t("untitled");
  usePaletteSource(
    useMemo(
      (): PaletteSource => ({
        id: "chats",
        heading,
        kind: heading,
        search: async (keyword) => {
          const { items } = await client.fetchQuery(foundQuery(keyword));
          return items.slice(0, MOST).flatMap(({ id, kind, title, messages: [hit] }) => {
            const href = conversationHref(kind, id, hit?.id);
            return href ? [{ id, label: title || untitled, href }] : [];
          });
        },
      }),
      [client, heading, untitled],
    ),
  );
}
