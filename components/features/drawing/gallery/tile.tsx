"use client";

import { useTranslations } from "next-intl";
import { memo, startTransition, useEffect, useState } from "react";
import { CollectButton } from "@/components/collected/collect-button";
import type { MenuCommand } from "@/components/common/command-menu";
import { MoreMenu } from "@/components/common/lazy-menu";
import type { PictureDto } from "@/lib/features/drawing/dto";
import { type Standstill, usePassing } from "./standstill";
import { Thumbnail } from "./strip";

export const TILE_FOOT = 34;

interface TileProps {
  picture: PictureDto;
  isTrash: boolean;
  /** From 1, among all pictures of the list, also those that are not drawn. */
  place: number;
  of: number;
  left: number;
  top: number;
  width: number;
  /** Tells when a tile gets its buttons. */
  standstill: Standstill;
  /** Both stay the same from render to render: a tile is drawn anew when its picture or its place changes. */
  onPicture: (picture: PictureDto) => void;
  commandsOf: (picture: PictureDto) => readonly MenuCommand[];
}

/** A picture of the gallery with its name and what can be done with it. */
export const Tile = memo(function Tile(props: TileProps) {
  const { picture, isTrash, place, of, left, top, width, standstill, onPicture, commandsOf } = props;
  const t = useTranslations("drawing.gallery");
  const hasActions = useRested(standstill, place);
  const name = picture.title || picture.prompt;
  return (
    <li
      aria-posinset={place}
      aria-setsize={of}
      className="absolute top-0 left-0 grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-0.5 contain-layout"
      style={{ width, transform: `translate(${left}px, ${top}px)` }}
    >
      <button
        type="button"
        disabled={isTrash}
        aria-label={t("picture", { prompt: name })}
        onClick={() => onPicture(picture)}
        className="col-span-3 block rounded-sm"
      >
        <Picture picture={picture} standstill={standstill} />
      </button>
      <span className="truncate text-xs leading-8 text-fg-2">{name}</span>
      {hasActions && (
        <>
          {!isTrash && <CollectButton kind="picture" refId={picture.id} name={name} size={24} />}
          <MoreMenu label={t("more")} commands={() => commandsOf(picture)} />
        </>
      )}
    </li>
  );
});

/** Asked for once the tile stays: who scrolls fast passes hundreds, and each would cost a call. */
function Picture({ picture, standstill }: Pick<TileProps, "picture" | "standstill">) {
  return <Thumbnail picture={picture} isBlank={usePassing(standstill)} className="block aspect-4/3" />;
}

/** True once what uses it has been there for a while and its list stands still. */
function useRested(standstill: Standstill, place: number): boolean {
  const [isRested, setIsRested] = useState(false);
  // Time is the browser's. A place that changes later asks for no further turn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => standstill.wait(place, () => startTransition(() => setIsRested(true))), [standstill]);
  return isRested;
}
