"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { EmptyState } from "@/components/common/empty-state";
import { ErrorState } from "@/components/common/error-state";
import { ListToolbar } from "@/components/common/list-toolbar";
import { NoResult } from "@/components/common/no-result";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useKeyword } from "@/components/common/use-keyword";
import type { PictureDto } from "@/lib/features/drawing/dto";
import type { GalleryFilter } from "@/lib/features/drawing/hooks";
import { useStandstill } from "./standstill";
import { TILE_FOOT, Tile } from "./tile";
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
  const { pictures, total } = gallery;
  // What a tile calls reads the newest of these, so that tiles need not be drawn anew with them.
  const newest = useRef({ commands, onPicture });
  useEffect(() => {
    newest.current = { commands, onPicture };
  });
  const open = useCallback((picture: PictureDto) => newest.current.onPicture(picture), []);
  const commandsOf = useCallback(
    (picture: PictureDto) => newest.current.commands[isTrash ? "trashed" : "live"](picture),
    [isTrash],
  );
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
  const height = Math.round(tile * 0.75) + TILE_FOOT + GAP;
  const rows = useVirtualizer({
    count: Math.ceil(pictures.length / columns),
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 4,
  });
  // Another width makes all rows another height.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height alone
  useEffect(() => rows.measure(), [height]);
  const standstill = useStandstill(rows.isScrolling);
  const shown = rows.getVirtualItems();
  useReach(gallery, ((shown.at(-1)?.index ?? 0) + 1) * columns);
  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-y-auto px-5 py-4" data-gallery>
      <ul aria-label={t("title")} className="relative" style={{ height: rows.getTotalSize() }}>
        {shown.flatMap(({ index, start }) =>
          pictures
            .slice(index * columns, (index + 1) * columns)
            .map((picture, column) => (
              <Tile
                key={picture.id}
                picture={picture}
                isTrash={isTrash}
                place={index * columns + column + 1}
                of={total}
                left={column * (tile + GAP)}
                top={start}
                width={tile}
                standstill={standstill}
                onPicture={open}
                commandsOf={commandsOf}
              />
            )),
        )}
      </ul>
    </div>
  );
}
