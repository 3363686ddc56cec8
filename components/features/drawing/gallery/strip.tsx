"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import type { PictureDto } from "@/lib/features/drawing/dto";
import { pictureThumbnail } from "@/lib/features/drawing/paths";
import { useGallery, useReach } from "./use-gallery";

interface StripProps {
  folderId: string | null;
  /** Of the folder, or of all. */
  heading: string;
  pictureId: string | null;
  onPicture: (picture: PictureDto) => void;
  onAll: () => void;
  /** What is being drawn, here or before the page was left. */
  running: readonly { id: string; rootId: string; prompt: string }[];
  onRunning: (drawing: { id: string; rootId: string }) => void;
}

const WIDTH = 92;

/** One's pictures under the canvas, the newest first: thousands of them, of which those in view are drawn. */
export function Strip({ folderId, heading, pictureId, onPicture, onAll, running, onRunning }: StripProps) {
  const t = useTranslations("drawing.gallery");
  const frame = useRef<HTMLDivElement>(null);
  const gallery = useGallery({ keyword: "", folderId, trash: false });
  const { query, pictures, total } = gallery;
  const list = useVirtualizer({
    horizontal: true,
    count: pictures.length,
    getScrollElement: () => frame.current,
    estimateSize: () => WIDTH,
    getItemKey: (index) => pictures[index]?.id ?? index,
    overscan: 6,
  });
  const shown = list.getVirtualItems();
  useReach(gallery, shown.at(-1)?.index ?? 0);
  const current = pictures.findIndex(({ id }) => id === pictureId);
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step ? pictures[Math.max(0, current) + (current < 0 ? 0 : step)] : undefined;
    if (!next) return;
    event.preventDefault();
    list.scrollToIndex(pictures.indexOf(next), { align: "auto" });
    onPicture(next);
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-picture="${next.id}"]`)?.focus());
  };
  return (
    <section aria-label={t("title")} className="shrink-0 border-t px-4 pt-2 pb-2 md:px-5">
      <div className="flex min-h-8 items-center gap-2">
        <h2 className="text-sm font-semibold">{t("title")}</h2>
        <span className="tnum text-xs text-fg-3">{total > 0 && total}</span>
        <span className="truncate text-xs text-fg-3">{heading}</span>
        {running.length > 0 && (
          <ul aria-label={t("running")} className="flex min-w-0 gap-1 overflow-x-auto">
            {running.map((drawing) => (
              <li key={drawing.id} className="min-w-0">
                <button
                  type="button"
                  onClick={() => onRunning(drawing)}
                  className="flex h-7 max-w-48 items-center gap-1.5 rounded-full bg-primary-soft px-2.5 text-xs text-primary-ink pointer-coarse:h-9"
                >
                  <Spinner size={12} />
                  <span className="truncate">{drawing.prompt}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <Button variant="ghost" size="sm" onClick={onAll} className="ml-auto">
          {t("view")}
        </Button>
      </div>
      {query.isError && !query.data ? (
        <p role="alert" className="flex h-20 items-center gap-2 text-sm text-fg-3">
          {t("failed")}
        </p>
      ) : query.isPending ? (
        <Skeleton className="h-20 w-full" />
      ) : pictures.length === 0 ? (
        <p className="flex h-20 items-center text-sm text-fg-3">{t("empty")}</p>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a row of buttons the arrows walk along
        <div
          ref={frame}
          role="group"
          aria-label={t("title")}
          onKeyDown={handleKey}
          className="-ml-1 overflow-x-auto overflow-y-hidden pb-1"
        >
          <div className="relative h-20" style={{ width: list.getTotalSize() }}>
            {shown.map(({ index, key, start }) => {
              const picture = pictures[index];
              return (
                picture && (
                  <button
                    key={key}
                    type="button"
                    data-picture={picture.id}
                    // One stop for the keyboard; the arrows walk.
                    tabIndex={index === Math.max(0, current) ? 0 : -1}
                    aria-current={picture.id === pictureId || undefined}
                    aria-label={t("picture", { prompt: picture.title || picture.prompt })}
                    onClick={() => onPicture(picture)}
                    className="absolute top-1 left-1 text-left text-xs text-fg-3"
                    style={{ transform: `translateX(${start}px)`, width: WIDTH - 8 }}
                  >
                    <Thumbnail picture={picture} isCurrent={picture.id === pictureId} className="h-13" />
                    <span className="mt-0.5 block truncate">{picture.title || picture.prompt}</span>
                  </button>
                )
              );
            })}
          </div>
        </div>
      )}
    </section>
  );
}

interface ThumbnailProps {
  picture: PictureDto;
  isCurrent?: boolean;
  /** It is not asked for yet. */
  isBlank?: boolean;
  className?: string;
}

/** A small picture; its name stands beside it. */
export function Thumbnail({ picture, isCurrent, isBlank, className }: ThumbnailProps) {
  return (
    // biome-ignore lint/performance/noImgElement: a private picture, small already
    <img
      src={isBlank ? undefined : pictureThumbnail(picture.id)}
      alt=""
      loading="lazy"
      decoding="async"
      className={cn(
        "w-full rounded-sm border bg-muted object-cover",
        isCurrent && "border-primary ring-2 ring-primary",
        className,
      )}
    />
  );
}
