"use client";

import { ChevronsLeftRight } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { PictureDto } from "@/lib/features/drawing/dto";
import { pictureContent } from "@/lib/features/drawing/paths";
import { MaskLayer } from "./mask-layer";
import { Toolbar } from "./toolbar";
import { useFullScreen } from "./use-full-screen";
import type { MaskControl } from "./use-mask";
import { useStageKeys } from "./use-stage-keys";

interface StageProps {
  picture: PictureDto;
  /** What it came of, and the name of that version. */
  before: { picture: PictureDto; name: string } | null;
  control: MaskControl;
  model: { name: string; edit: boolean; mask: boolean };
  isEditing: boolean;
  onEdit: () => void;
  onTree: () => void;
  /** Under the picture: what is to become of it. */
  children: ReactNode;
}

/** One picture: marked, compared with what it came of, larger, alone on the screen. */
export function Stage({ picture, before, control, model, isEditing, onEdit, onTree, children }: StageProps) {
  const t = useTranslations("drawing");
  const format = useFormatter();
  const frame = useRef<HTMLDivElement>(null);
  const room = useRoom(frame);
  const [zoom, setZoom] = useState(1);
  const { isFull, toggleFull } = useFullScreen();
  const [isComparing, setComparing] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const [split, setSplit] = useState(50);
  const [isBroken, setBroken] = useState(false);

  useStageKeys({ control, takesMask: model.mask, onHold: setHeld, onFull: toggleFull });

  // Never larger than it is until somebody wants it so.
  const fit = Math.min(1, room.width / picture.width || 1, room.height / picture.height || 1);
  const scale = fit * zoom;
  const [width, height] = [picture.width * scale, picture.height * scale];
  const view = { zoom, setZoom, scale, isFull, toggleFull, isComparing, setComparing };
  const isSplit = isComparing && before !== null;
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const marked = control.share > 0 ? t("stage.mask", { share: percent(control.share) }) : t("stage.noMaskYet");
  return (
    <div
      className={cn(
        "flex min-h-0 min-w-0 flex-1 flex-col bg-subtle",
        isFull && "fixed inset-0 z-(--z-subpage) bg-background",
      )}
    >
      <Toolbar
        {...{ control, view, isEditing, onEdit, onTree }}
        takesMask={model.mask}
        takesEdit={model.edit}
        modelName={model.name}
        before={before?.name ?? null}
      />
      <div ref={frame} className="relative min-h-0 flex-1 overflow-auto p-4 max-md:p-0" data-stage>
        <div className="grid min-h-full min-w-full place-items-center">
          <div className="relative shadow-sm" style={{ width, height }}>
            {isBroken ? (
              <p
                role="alert"
                className="grid size-full place-items-center rounded-sm border bg-background text-sm text-fg-3"
              >
                {t("stage.failed")}
              </p>
            ) : (
              // biome-ignore lint/performance/noImgElement: an own file behind a permission
              <img
                src={pictureContent(isHeld && before ? before.picture.id : picture.id)}
                alt={picture.title || picture.prompt}
                draggable={false}
                onError={() => setBroken(true)}
                className="size-full select-none rounded-sm object-contain"
              />
            )}
            {isSplit && before && <Comparison before={before.picture} split={split} onSplit={setSplit} />}
            {!isSplit && <MaskLayer control={control} width={width} height={height} label={marked} />}
          </div>
        </div>
      </div>
      <p role="status" className="sr-only">
        {marked}
      </p>
      {children}
    </div>
  );
}

interface ComparisonProps {
  before: PictureDto;
  /** Per cent of the width that shows what was before. */
  split: number;
  onSplit: (split: number) => void;
}

/** The version before over the left part, up to a line that is drawn with mouse, finger or arrow keys. */
function Comparison({ before, split, onSplit }: ComparisonProps) {
  const t = useTranslations("drawing.stage");
  return (
    <>
      {/* biome-ignore lint/performance/noImgElement: an own file behind a permission */}
      <img
        src={pictureContent(before.id)}
        alt={t("before")}
        draggable={false}
        className="absolute inset-0 size-full select-none rounded-sm object-cover"
        style={{ clipPath: `inset(0 ${100 - split}% 0 0)` }}
      />
      <span aria-hidden className="absolute top-2 left-2 rounded-xs bg-black/60 px-1.5 text-xs text-white">
        {t("before")}
      </span>
      <span aria-hidden className="absolute top-2 right-2 rounded-xs bg-black/60 px-1.5 text-xs text-white">
        {t("after")}
      </span>
      <span
        aria-hidden
        className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_0_1px_rgb(0_0_0/0.4)]"
        style={{ left: `${split}%` }}
      />
      <span
        aria-hidden
        className="absolute top-1/2 grid size-8 -translate-1/2 place-items-center rounded-full bg-white text-black shadow-[0_0_0_1px_rgb(0_0_0/0.4)]"
        style={{ left: `${split}%` }}
      >
        <ChevronsLeftRight size={16} strokeWidth={1.75} />
      </span>
      <input
        type="range"
        aria-label={t("slider")}
        min={0}
        max={100}
        value={split}
        onChange={({ target }) => onSplit(target.valueAsNumber)}
        className="absolute inset-0 size-full cursor-ew-resize opacity-0 focus-visible:opacity-40"
      />
    </>
  );
}

/** The room of the frame, pixels, without its padding. */
function useRoom(frame: { current: HTMLElement | null }) {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => {
      const style = getComputedStyle(element);
      const [across, down] = [
        Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight),
        Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom),
      ];
      setRoom({ width: element.clientWidth - across, height: element.clientHeight - down });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return room;
}
