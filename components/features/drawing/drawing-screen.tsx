"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Plus, Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { CollectButton } from "@/components/collected/collect-button";
import { LazyMenu, MoreMenu } from "@/components/common/lazy-menu";
import { QueryState } from "@/components/common/query-state";
import { UndoBar } from "@/components/common/undo-bar";
import { useNarrowMenu } from "@/components/layout/sidebar-area";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Segmented } from "@/components/ui/segmented";
import type { PictureDto } from "@/lib/features/drawing/dto";
import { drawingFoldersQuery, drawingOptionsQuery } from "@/lib/features/drawing/hooks";
import { DrawingCanvas } from "./drawing-canvas";
import { FoldersSidebar } from "./gallery/folders-sidebar";
import { GalleryScreen } from "./gallery/gallery-screen";
import { usePictureCommands } from "./gallery/use-picture-commands";
import { NoModel } from "./panel/no-model";
import { useCurrent } from "./use-current";
import { useDrawingPlace } from "./use-place";

/** Pictures are drawn, changed, compared and kept. */
export function DrawingScreen({ mayConnect }: { mayConnect: boolean }) {
  const t = useTranslations("drawing");
  const { place, go } = useDrawingPlace();
  const options = useQuery(drawingOptionsQuery);
  const folders = useQuery(drawingFoldersQuery);
  const current = useCurrent(place, go);
  useNarrowMenu(place.view === "canvas");
  const commands = usePictureCommands(() => go({ picture: null, drawing: null }));
  const isCanvas = place.view === "canvas";
  const folder = folders.data?.items.find(({ id }) => id === place.folderId);
  const heading = folder?.name ?? t("gallery.all");
  const { picture } = isCanvas ? current : { picture: null };
  const show = (next: PictureDto) => go({ tree: next.rootId, picture: next.id, drawing: null, view: "canvas" });
  const hasNothing = options.data?.models.length === 0 && folders.data?.all === 0 && folders.data.trash === 0;
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <FoldersSidebar place={place} go={go} />
      <TopBar
        title={place.view === "trash" ? t("gallery.trash") : t("title")}
        meta={place.view === "trash" ? t("gallery.trashNote") : isCanvas ? picture?.title || picture?.prompt : heading}
        actions={
          <>
            <Segmented
              aria-label={t("title")}
              value={isCanvas ? "canvas" : "gallery"}
              onValueChange={(view) => go({ view, ...(view === "gallery" && { folderId: null, keyword: "" }) })}
              options={[
                { value: "canvas", label: t("views.canvas") },
                { value: "gallery", label: t("views.gallery") },
              ]}
              className={isCanvas ? "max-md:hidden" : undefined}
            />
            {picture && (
              <>
                <CollectButton kind="picture" refId={picture.id} size={32} className="max-md:hidden" />
                <IconButton
                  icon={Share2}
                  size={32}
                  label={t("share.title")}
                  aria-haspopup="dialog"
                  onClick={() => commands.share(picture)}
                  className="max-md:hidden"
                />
                <LazyMenu
                  commands={commands.downloads(picture)}
                  button={(handlers) => (
                    <Button icon={Download} {...handlers}>
                      {t("action.download")}
                    </Button>
                  )}
                />
                <MoreMenu label={t("action.more")} commands={commands.live(picture)} />
              </>
            )}
            {isCanvas && (picture || current.waiting) && (
              <Button icon={Plus} onClick={() => go({ tree: null, picture: null, drawing: null })}>
                {t("new")}
              </Button>
            )}
          </>
        }
      />
      {!isCanvas ? (
        <GalleryScreen
          key={`${place.view} ${place.folderId}`}
          filter={{ keyword: place.keyword, folderId: place.folderId, trash: place.view === "trash" }}
          onKeyword={(keyword) => go({ keyword }, "replace")}
          onClear={() => go({ keyword: "", folderId: null })}
          onPicture={show}
        />
      ) : !options.data ? (
        <QueryState query={options} className="m-5 h-64" />
      ) : hasNothing ? (
        <NoModel mayConnect={mayConnect} />
      ) : (
        <DrawingCanvas
          options={options.data}
          current={current}
          folderId={place.folderId}
          heading={heading}
          mayConnect={mayConnect}
          onPicture={show}
          go={go}
        />
      )}
      <UndoBar />
    </div>
  );
}
