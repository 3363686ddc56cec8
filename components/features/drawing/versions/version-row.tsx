"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import type { DrawingDto, PictureDto } from "@/lib/features/drawing/dto";
import { pictureThumbnail } from "@/lib/features/drawing/paths";
import { flatTree, isOpenDrawing, livePictures, sumsOf, type TreeNode } from "@/lib/features/drawing/tree";

interface VersionRowProps {
  nodes: readonly TreeNode[];
  pictureId: string | null;
  onPicture: (picture: PictureDto) => void;
  onDrawing: (drawing: DrawingDto) => void;
  onTree: () => void;
}

/** Versions on a phone: one a request, side by side. */
export function VersionRow({ nodes, pictureId, onPicture, onDrawing, onTree }: VersionRowProps) {
  const t = useTranslations("drawing.tree");
  return (
    <section aria-label={t("title")} className="border-b py-3 md:hidden">
      <h2 className="flex items-baseline gap-2 px-4 text-sm font-semibold">
        {t("title")}
        <span className="tnum text-xs font-normal text-fg-3">{t("summary", sumsOf(nodes))}</span>
        <button type="button" onClick={onTree} className="ml-auto min-h-8 text-sm font-normal text-primary-ink">
          {t("show")}
        </button>
      </h2>
      <ul className="mt-1 flex items-start gap-1 overflow-x-auto px-4 py-1">
        {flatTree(nodes).map(({ drawing, name }, index) => {
          const shown = drawing.pictures.find(({ id }) => id === pictureId) ?? livePictures(drawing)[0];
          if (!shown && !isOpenDrawing(drawing)) return null;
          const isCurrent = drawing.pictures.some(({ id }) => id === pictureId);
          return (
            <li key={drawing.id} className="flex shrink-0 items-center gap-1">
              {index > 0 && <ChevronRight aria-hidden size={14} className="text-fg-4" />}
              <button
                type="button"
                aria-current={isCurrent || undefined}
                aria-label={t("picture", { name: `v${name}`, n: (shown?.position ?? 0) + 1, prompt: drawing.prompt })}
                onClick={() => (shown ? onPicture(shown) : onDrawing(drawing))}
                className="text-center text-xs text-fg-3"
              >
                <span
                  className={cn(
                    "grid h-13 w-19 place-items-center overflow-hidden rounded-sm border",
                    isCurrent && "border-primary ring-2 ring-primary",
                  )}
                >
                  {shown ? (
                    // biome-ignore lint/performance/noImgElement: a private picture, small already
                    <img src={pictureThumbnail(shown.id)} alt="" className="size-full object-cover" />
                  ) : (
                    <Spinner />
                  )}
                </span>
                {t("version", { n: name })}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
