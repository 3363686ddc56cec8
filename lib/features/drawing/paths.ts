export const drawingScreen = "/personal/draft";

/** The version tree of a picture, with the picture or the request that is in view. */
export function drawingHref({
  rootId,
  pictureId,
  drawingId,
}: {
  rootId: string;
  pictureId?: string;
  drawingId?: string;
}): string {
  const query = new URLSearchParams({ tree: rootId });
  if (pictureId) query.set("picture", pictureId);
  else if (drawingId) query.set("drawing", drawingId);
  return `${drawingScreen}?${query}`;
}

export const pictureContent = (id: string) => `/api/drawing/pictures/${id}/content`;
export const pictureThumbnail = (id: string) => `/api/drawing/pictures/${id}/thumbnail`;
export const sharedContent = (id: string) => `/api/drawing/shares/${id}/content`;
