"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MenuCommand } from "@/components/common/command-menu";
import { api } from "@/lib/client/api-client";
import { reportFailure } from "@/lib/client/report-failure";
import { PICTURE_FORMATS, type PictureFormat } from "@/lib/features/drawing/limits";

type ContentPath = `/drawing/${"pictures" | "shares"}/${string}/content`;

/** Commands that save a picture, one a format. */
export function useSavePicture(): (path: ContentPath, createdAt: string) => MenuCommand[] {
  const t = useTranslations("drawing.action");
  const save = (path: ContentPath, createdAt: string, format: PictureFormat) => {
    const stamp = createdAt.slice(0, 16).replace(/[-:]/g, "").replace("T", "-");
    const filename = `picture-${stamp}.${format === "jpeg" ? "jpg" : format}`;
    api.download(path, { query: { format }, filename }).catch(reportFailure);
  };
  return (path, createdAt) =>
    PICTURE_FORMATS.map((format) => ({
      key: format,
      label: `${t("download")} ${t(format)}`,
      icon: Download,
      onSelect: () => save(path, createdAt, format),
    }));
}
