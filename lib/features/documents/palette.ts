import "server-only";
import type { PaletteFinder, PaletteItem } from "@/lib/palette/finder";
import { P } from "@/lib/permissions/codes";
import { documentHref } from "./paths";
import { documentQuery } from "./schema";
import { listDocuments } from "./service/documents";

type Found = Pick<Awaited<ReturnType<typeof listDocuments>>["items"][number], "id" | "name">;
const toItem = ({ id, name }: Found): PaletteItem => ({ id, label: name, href: documentHref(id) });

/** Own documents by name, the last read first. */
export const DOCUMENTS_FOUND: PaletteFinder = {
  id: "documents",
  order: 20,
  codes: [P.DOCUMENT],
  find: async (keyword, { actor, limit }) =>
    (await listDocuments(actor, documentQuery.parse({ keyword, pageSize: limit }))).items.map(toItem),
  recent: async ({ actor, limit }) =>
    (await listDocuments(actor, documentQuery.parse({ pageSize: limit }))).items.map(toItem),
};
