"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/common/use-error-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import type { DrawingDto, PictureDto } from "@/lib/features/drawing/dto";
import { useDrawingActions } from "@/lib/features/drawing/hooks";
import { OPEN_MAX } from "@/lib/features/drawing/limits";
import { pictureThumbnail } from "@/lib/features/drawing/paths";
import { isOpenDrawing, livePictures, sumsOf, type TreeNode } from "@/lib/features/drawing/tree";
import { useSeconds } from "./use-seconds";

interface VersionTreeProps {
  nodes: readonly TreeNode[];
  pictureId: string | null;
  drawingId: string | null;
  onPicture: (picture: PictureDto) => void;
  onDrawing: (drawing: DrawingDto) => void;
}

/** How the pictures came of one another (spec E2): each request below the picture it changed. */
export function VersionTree(props: VersionTreeProps) {
  const t = useTranslations("drawing.tree");
  const { nodes } = props;
  return (
    <section aria-label={t("title")}>
      <h2 className="flex items-baseline gap-2 px-4 pt-3 pb-2 text-sm font-semibold">
        {t("title")}
        <span className="tnum text-xs font-normal text-fg-3">{t("summary", sumsOf(nodes))}</span>
      </h2>
      <Branches {...props} isTop />
    </section>
  );
}

/** Deeper branches keep the width of the fourth. */
const INDENTED = 4;

function Branches({ nodes, isTop, ...more }: VersionTreeProps & { isTop?: boolean }) {
  return (
    <ul className={cn("space-y-3", isTop ? "px-4 pb-4" : "mt-3")}>
      {nodes.map((node) => (
        <li
          key={node.drawing.id}
          className={cn("relative", !isTop && node.depth <= INDENTED && "border-l border-border-strong pl-3")}
        >
          {!isTop && node.depth <= INDENTED && (
            <span aria-hidden className="absolute top-2.5 left-0 h-px w-2 bg-border-strong" />
          )}
          <Request node={node} {...more} />
          {node.children.length > 0 && <Branches nodes={node.children} {...more} />}
        </li>
      ))}
    </ul>
  );
}

type RequestProps = Omit<VersionTreeProps, "nodes"> & { node: TreeNode };

function Request({ node: { drawing, name }, pictureId, drawingId, onPicture, onDrawing }: RequestProps) {
  const t = useTranslations("drawing.tree");
  const tr = useTranslations("drawing.running");
  const isOpen = isOpenDrawing(drawing);
  const isCurrent = drawingId === drawing.id || drawing.pictures.some(({ id }) => id === pictureId);
  const label = drawing.mode === "generate" ? t("first", { count: drawing.count }) : drawing.prompt;
  return (
    <div>
      <p className="flex items-baseline gap-1.5 text-xs">
        <span className={cn("shrink-0", isCurrent ? "font-semibold text-fg" : "text-fg-2")}>
          {t("version", { n: name })}
        </span>
        <span className="truncate text-fg-3">{label}</span>
      </p>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {drawing.pictures.map((picture) =>
          picture.deletedAt === null ? (
            <button
              key={picture.id}
              type="button"
              aria-current={picture.id === pictureId || undefined}
              aria-label={t("picture", { name: `v${name}`, n: picture.position + 1, prompt: drawing.prompt })}
              onClick={() => onPicture(picture)}
              className={cn(
                "overflow-hidden rounded-sm border",
                picture.id === pictureId ? "border-primary ring-2 ring-primary" : "hover:border-border-strong",
              )}
            >
              {/* biome-ignore lint/performance/noImgElement: a private picture, small already */}
              <img src={pictureThumbnail(picture.id)} alt="" loading="lazy" className="h-11 w-14 object-cover" />
            </button>
          ) : (
            <span
              key={picture.id}
              className="grid h-11 w-14 place-items-center rounded-sm border border-dashed text-fg-4"
              title={t("deleted")}
            >
              <Trash2 aria-label={t("deleted")} size={14} />
            </span>
          ),
        )}
        {isOpen &&
          Array.from({ length: drawing.count }, (_, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: places, not things
              key={index}
              type="button"
              aria-label={tr("toCome", { n: index + 1 })}
              onClick={() => onDrawing(drawing)}
              className={cn(
                "tnum grid h-11 w-14 place-items-center rounded-sm border border-dashed border-border-strong text-xs text-fg-3",
                drawing.id === drawingId && "border-primary text-primary-ink",
              )}
            >
              {index + 1}
            </button>
          ))}
      </div>
      {!isOpen && livePictures(drawing).length === 0 && drawing.pictures.length === 0 && (
        <Ended drawing={drawing} onDrawing={onDrawing} />
      )}
      {isOpen && <Running drawing={drawing} />}
    </div>
  );
}

function Running({ drawing }: { drawing: DrawingDto }) {
  const t = useTranslations("drawing.running");
  const seconds = useSeconds(drawing.createdAt);
  const { cancel } = useDrawingActions();
  return (
    <div className="mt-1 flex items-center gap-2 text-xs text-fg-2">
      <Spinner />
      <span role="status">{drawing.status === "waiting" ? t("waiting") : t("title")}</span>
      <span aria-hidden className="tnum text-fg-3">
        {t("seconds", { seconds })}
      </span>
      <Button
        variant="ghost"
        size="sm"
        loading={cancel.isPending}
        onClick={() => cancel.mutate(drawing.id)}
        className="ml-auto"
      >
        {t("cancel")}
      </Button>
    </div>
  );
}

function Ended({ drawing, onDrawing }: { drawing: DrawingDto; onDrawing: (drawing: DrawingDto) => void }) {
  const t = useTranslations("drawing.failed");
  const errorText = useFailureText();
  const { retry, dismiss } = useDrawingActions();
  return (
    <div className="rounded-sm bg-warning-soft px-2.5 py-2 text-xs text-warning-ink">
      <p>{drawing.status === "cancelled" ? t("cancelled") : errorText(drawing.failure)}</p>
      <div className="mt-1 flex gap-1">
        <Button
          variant="ghost"
          size="sm"
          loading={retry.isPending}
          onClick={() => retry.mutate(drawing.id, { onSuccess: () => onDrawing(drawing) })}
          className="text-warning-ink"
        >
          {t("retry")}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate(drawing.id)}
          className="text-warning-ink"
        >
          {t("dismiss")}
        </Button>
      </div>
    </div>
  );
}

/** Figures that a stored failure does not keep. */
export function useFailureText(): (failure: string | null) => string {
  const text = useErrorText();
  return (failure) => text(failure, { reset: "00:00", max: OPEN_MAX });
}
