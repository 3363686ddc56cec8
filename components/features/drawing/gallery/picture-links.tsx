"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ShareLinks } from "@/components/sharing/share-links";
import { pictureSharesQuery, usePictureShares } from "@/lib/features/drawing/hooks";
import { drawingScreen } from "@/lib/features/drawing/paths";

/** Links to a picture, for colleagues. */
export function PictureLinks({ id }: { id: string }) {
  const t = useTranslations("drawing.share");
  const { create, revoke } = usePictureShares(id);
  return (
    <ShareLinks
      about={t("about")}
      links={useQuery(pictureSharesQuery(id))}
      create={create}
      revoke={revoke}
      screen={drawingScreen}
    />
  );
}
