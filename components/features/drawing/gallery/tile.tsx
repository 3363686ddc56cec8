"use client";

import { useTranslations } from "next-intl";
import { memo, startTransition, useEffect, useState } from "react";
import { CollectButton } from "@/components/collected/collect-button";
import type { MenuCommand } from "@/components/common/command-menu";
import { MoreMenu } from "@/components/common/lazy-menu";
import type { PictureDto } from "@/lib/features/drawing/dto";
import { Thumbnail } from "./strip";

export const TILE_FOOT = 34;
/** A tile that stays so long in view, milliseconds, gets its buttons: who scrolls fast passes hundreds of pictures. */
const REST_MS = 150;
/** Tiles get them in turns, or those of a whole screen would come in one go. */
const TURNS = 4;
const TURN_MS = 30;

interface TileProps {
  picture: PictureDto;
  isTrash: boolean;
  /** From 1, among all pictures of the list, also those that are not drawn. */
  place: number;
  of: number;
  left: number;
  top: number;
  width: number;
  /** Both stay the same from render to render: a tile is drawn anew when its picture or its place changes. */
  onPicture: (picture: PictureDto) => void;
  commandsOf: (picture: PictureDto) => readonly MenuCommand[];
}

/** A picture of the gallery with its name and what can be done with it. */
export const Tile = memo(function Tile(props: TileProps) {
  const { picture, isTrash, place, of, left, top, width, onPicture, commandsOf } = props;
  const t = useTranslations("drawing.gallery");
  const hasActions = useRested(place % TURNS);
  const name = picture.title || picture.prompt;
  return (
    <li
      aria-posinset={place}
      aria-setsize={of}
      className="absolute top-0 left-0"
      style={{ width, transform: `translate(${left}px, ${top}px)` }}
    >
      <button
        type="button"
        disabled={isTrash}
        aria-label={t("picture", { prompt: name })}
        onClick={() => onPicture(picture)}
        className="block w-full rounded-sm"
      >
        <span className="block" style={{ height: width * 0.75 }}>
          <Thumbnail picture={picture} className="h-full" />
        </span>
      </button>
      <div className="flex h-8 items-center gap-0.5">
        <span className="min-w-0 flex-1 truncate text-xs text-fg-2">{name}</span>
        {hasActions && (
          <>
            {!isTrash && <CollectButton kind="picture" refId={picture.id} name={name} size={24} />}
            <MoreMenu label={t("more")} commands={() => commandsOf(picture)} />
          </>
        )}
      </div>
    </li>
  );
});

/** True once what uses it has been there for a while. */
function useRested(turn: number): boolean {
  const [isRested, setIsRested] = useState(false);
  // Time is the browser's. A place that changes later asks for no further turn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsRested(true)), REST_MS + turn * TURN_MS);
    return () => clearTimeout(timer);
  }, []);
  return isRested;
}
