import * as field from "@/lib/client/address";

export const DRAWING_VIEWS = ["canvas", "gallery", "trash"] as const;

/** What the screen of drawing shows. */
export interface DrawingPlace {
  /** The version tree that is open. */
  tree: string | null;
  picture: string | null;
  /** A request of the tree that has no picture yet. */
  drawing: string | null;
  view: (typeof DRAWING_VIEWS)[number];
  folderId: string | null;
  keyword: string;
}

export const drawingAddress = field.addressCodec<DrawingPlace>({
  tree: field.beside(field.id("tree")),
  picture: field.beside(field.id("picture")),
  drawing: field.beside(field.id("drawing")),
  view: field.beside(field.oneOf("view", DRAWING_VIEWS, "canvas")),
  folderId: field.idOrNone("folder"),
  keyword: field.words(),
});
