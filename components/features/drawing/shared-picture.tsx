"use client";

import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { FactList } from "@/components/common/fact-list";
import { LazyMenu } from "@/components/common/lazy-menu";
import { useMoments } from "@/components/common/use-moments";
import { TopBar } from "@/components/layout/top-bar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { SharedPictureDto } from "@/lib/features/drawing/dto";
import { drawingAddress } from "@/lib/features/drawing/filter";
import { drawingScreen, sharedContent } from "@/lib/features/drawing/paths";
import { FoldersSidebar } from "./gallery/folders-sidebar";
import { useSavePicture } from "./gallery/use-save-picture";

/** A colleague's picture: to be looked at and saved. */
export function SharedPicture({ picture }: { picture: SharedPictureDto }) {
  const t = useTranslations("drawing");
  const router = useRouter();
  const moments = useMoments();
  const save = useSavePicture();
  const { id, title, prompt, modelName, width, height, ownerName, isOwn, createdAt, drawnAt } = picture;
  const place = drawingAddress.plain;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <FoldersSidebar
        place={place}
        go={(patch) => router.push(`${drawingScreen}${drawingAddress.query({ ...place, ...patch })}`)}
      />
      <TopBar
        title={title || prompt}
        actions={
          <>
            <Badge>{t("share.readOnly")}</Badge>
            <LazyMenu
              commands={save(`/drawing/shares/${id}/content`, drawnAt)}
              button={(handlers) => (
                <Button icon={Download} {...handlers}>
                  {t("action.download")}
                </Button>
              )}
            />
          </>
        }
      />
      <p className="border-b bg-subtle px-5 py-2 text-fg-2 text-sm">
        {isOwn ? t("share.ownNotice") : t("share.notice", { name: ownerName, date: moments.minute(createdAt) })}
      </p>
      <div className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
        <div className="grid min-h-0 min-w-0 flex-1 place-items-center bg-subtle p-4 max-md:flex-none md:p-6">
          {/* biome-ignore lint/performance/noImgElement: a picture behind a permission */}
          <img
            src={sharedContent(id)}
            alt={title || prompt}
            width={width}
            height={height}
            className="max-h-full min-h-0 max-w-full rounded-sm object-contain shadow-sm"
          />
        </div>
        <aside className="w-80 shrink-0 space-y-4 overflow-y-auto border-l p-4 max-md:w-full max-md:border-t max-md:border-l-0">
          <section>
            <h2 className="mb-1 text-fg-3 text-xs">{t("share.prompt")}</h2>
            <p className="whitespace-pre-line text-sm wrap-anywhere">{prompt}</p>
          </section>
          <FactList
            facts={[
              [t("record.model"), modelName],
              [t("record.size"), `${width} × ${height}`],
              [t("record.made"), moments.minute(drawnAt)],
            ]}
          />
        </aside>
      </div>
    </div>
  );
}
