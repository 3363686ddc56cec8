"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { DrawingPlace } from "@/lib/features/drawing/filter";
import { pictureQueryOf, treeQuery } from "@/lib/features/drawing/hooks";
import { flatTree, livePictures, treeOf } from "@/lib/features/drawing/tree";

/** The picture in view with its version tree, and the request that is in view while it has none. */
export function useCurrent(place: DrawingPlace, go: (patch: Partial<DrawingPlace>, way?: "push" | "replace") => void) {
  // An address may name the picture alone.
  const lone = useQuery({
    ...pictureQueryOf(place.picture ?? ""),
    enabled: place.picture !== null && place.tree === null,
  });
  const treeId = place.tree ?? lone.data?.rootId ?? null;
  const query = useQuery({ ...treeQuery(treeId ?? ""), enabled: treeId !== null });
  const tree = treeId === null ? undefined : query.data;
  const nodes = useMemo(() => (tree ? treeOf(tree) : []), [tree]);
  const all = useMemo(() => flatTree(nodes), [nodes]);

  const waiting = all.find(({ drawing }) => drawing.id === place.drawing) ?? null;
  const arrived = waiting && livePictures(waiting.drawing)[0];
  const chosen = place.picture ?? arrived?.id ?? null;
  const node = chosen ? all.find(({ drawing }) => livePictures(drawing).some(({ id }) => id === chosen)) : undefined;
  // A tree that is opened by itself shows what came last.
  const newest = !waiting && !chosen ? all.findLast(({ drawing }) => livePictures(drawing).length > 0) : undefined;
  const shown = node ?? newest ?? null;
  const picture = shown
    ? (livePictures(shown.drawing).find(({ id }) => id === chosen) ?? livePictures(shown.drawing)[0] ?? null)
    : null;
  const parentId = (shown ?? waiting)?.drawing.parentId;
  const beforeNode = all.find(({ drawing }) => livePictures(drawing).some(({ id }) => id === parentId));
  const beforePicture = beforeNode?.drawing.pictures.find(({ id }) => id === parentId);

  // What was waited for is there: the address names it from now on.
  const arrivedId = place.picture === null ? arrived?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each picture that arrives
  useEffect(() => {
    if (arrivedId) go({ picture: arrivedId, drawing: null }, "replace");
  }, [arrivedId]);

  return {
    treeId,
    nodes,
    query: place.picture !== null && place.tree === null && lone.isError ? lone : query,
    isLoading: treeId !== null ? query.isPending : lone.isFetching,
    isFailed: lone.isError || query.isError,
    picture,
    node: shown,
    waiting: picture ? null : waiting,
    before: beforeNode && beforePicture ? { picture: beforePicture, name: beforeNode.name } : null,
  };
}
