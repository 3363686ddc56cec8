"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { CollectButton } from "@/components/collected/collect-button";
import { EmptyState } from "@/components/common/empty-state";
import { ErrorState } from "@/components/common/error-state";
import { MoreMenu } from "@/components/common/lazy-menu";
import { ListToolbar } from "@/components/common/list-toolbar";
import { NoResult } from "@/components/common/no-result";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useKeyword } from "@/components/common/use-keyword";
import type { PictureDto } from "@/lib/features/drawing/dto";
import type { GalleryFilter } from "@/lib/features/drawing/hooks";
import { Thumbnail } from "./strip";
import { useGallery, useReach } from "./use-gallery";
import { usePictureCommands } from "./use-picture-commands";

interface GalleryScreenProps {
  filter: GalleryFilter;
  onKeyword: (keyword: string) => void;
  onClear: () => void;
  onPicture: (picture: PictureDto) => void;
}

const TILE_MIN = 168;
const GAP = 12;
const FOOT = 34;

/** All pictures of a folder or of the trash, found by the words of their prompts. */
export function GalleryScreen({ filter, onKeyword, onClear, onPicture }: GalleryScreenProps) {
  const t = useTranslations("drawing.gallery");
  const [keyword, setKeyword] = useKeyword(filter.keyword, onKeyword);
  const gallery = useGallery(filter);
  const { query, pictures, total } = gallery;
  const isFiltered = filter.keyword !== "" || filter.folderId !== null;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={setKeyword}
        end={<span className="tnum text-xs text-fg-3">{t("found", { count: total })}</span>}
      />
      {query.isError && !query.data ? (
        <ErrorState description={t("failed")} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <PanelSkeleton />
      ) : pictures.length > 0 ? (
        <Grid gallery={gallery} isTrash={filter.trash} onPicture={onPicture} />
      ) : isFiltered ? (
        <NoResult text={t("noMatch")} clear={t("clear")} onClear={onClear} />
      ) : filter.trash ? (
        <EmptyState title={t("emptyTrash")} description={t("emptyTrashText")} />
      ) : (
        <EmptyState title={t("empty")} description={t("emptyText")} />
      )}
    </div>
  );
}

interface GridProps {
  gallery: ReturnType<typeof useGallery>;
  isTrash: boolean;
  onPicture: (picture: PictureDto) => void;
}

function Grid({ gallery, isTrash, onPicture }: GridProps) {
  const t = useTranslations("drawing.gallery");
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const commands = usePictureCommands();
  const { pictures } = gallery;
  // The width is the browser's to tell.
  useEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth - 40));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const columns = Math.max(2, Math.floor((width + GAP) / (TILE_MIN + GAP)));
  const tile = Math.max(96, (width - GAP * (columns - 1)) / columns);
  const height = Math.round(tile * 0.75) + FOOT + GAP;
  const rows = useVirtualizer({
    count: Math.ceil(pictures.length / columns),
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 4,
  });
  // Another width makes all rows another height.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height alone
  useEffect(() => rows.measure(), [height]);
  const shown = rows.getVirtualItems();
  useReach(gallery, ((shown.at(-1)?.index ?? 0) + 1) * columns);
  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-y-auto px-5 py-4" data-gallery>
      <ul aria-label={t("title")} className="relative" style={{ height: rows.getTotalSize() }}>
        {shown.flatMap(({ index, start }) =>
          pictures.slice(index * columns, (index + 1) * columns).map((picture, column) => (
            <li
              key={picture.id}
              className="absolute top-0 left-0"
              style={{ width: tile, transform: `translate(${column * (tile + GAP)}px, ${start}px)` }}
            >
              <button
                type="button"
                disabled={isTrash}
                aria-label={t("picture", { prompt: picture.title || picture.prompt })}
                onClick={() => onPicture(picture)}
                className="block w-full rounded-sm"
              >
                <span className="block" style={{ height: tile * 0.75 }}>
                  <Thumbnail picture={picture} className="h-full" />
                </span>
              </button>
              <div className="flex h-8 items-center gap-0.5">
                <span className="min-w-0 flex-1 truncate text-xs text-fg-2">{picture.title || picture.prompt}</span>
                {!isTrash && (
                  <CollectButton kind="picture" refId={picture.id} name={picture.title || picture.prompt} size={24} />
                )}
                <MoreMenu label={t("more")} commands={isTrash ? commands.trashed(picture) : commands.live(picture)} />
              </div>
            </li>
          )),
        )}
      </ul>
    </div>
  );
}
