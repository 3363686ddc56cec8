import "server-only";
import type { PaletteFinder, PaletteItem } from "@/lib/palette/finder";
import { P } from "@/lib/permissions/codes";
import type { PictureDto } from "./dto";
import { drawingHref } from "./paths";
import { pictureQuery } from "./schema";
import { listPictures } from "./service/pictures";

const toItem = ({ id, rootId, title, prompt }: PictureDto): PaletteItem => ({
  id,
  label: title || prompt,
  href: drawingHref({ rootId, pictureId: id }),
});

/** Own pictures by their title or prompt, the newest first. */
export const PICTURES_FOUND: PaletteFinder = {
  id: "pictures",
  order: 25,
  codes: [P.PAINTING],
  find: async (keyword, { actor, limit }) =>
    (await listPictures(actor, pictureQuery.parse({ keyword, pageSize: limit }))).items.map(toItem),
};
