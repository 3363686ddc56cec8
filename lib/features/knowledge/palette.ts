import "server-only";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import type { PaletteFinder, PaletteItem } from "@/lib/palette/finder";
import { P } from "@/lib/permissions/codes";
import type { BaseDto } from "./dto";
import { baseChatHref, dataSetHref, filePreviewHref, searchHref } from "./paths";
import { baseQuery } from "./schema";
import { listBases } from "./service/bases";
import { findFiles } from "./service/search/search";

const CODES = [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH] as const;

/** Where a base leads this person: to its files, else to its chat, else into the search. */
function baseItem(actor: Actor, { id, name, mayManage }: BaseDto): PaletteItem {
  if (mayManage && hasPermission(actor, P.KB_MANAGE)) return { id, label: name, href: dataSetHref(id) };
  return { id, label: name, href: hasPermission(actor, P.KB_CHAT) ? baseChatHref(id) : searchHref() };
}

async function bases(actor: Actor, asked: { keyword?: string; pageSize: number }): Promise<PaletteItem[]> {
  const { items } = await listBases(actor, baseQuery.parse(asked));
  return items.map((base) => baseItem(actor, base));
}

/** Bases within reach by name, the last changed first. */
export const BASES_FOUND: PaletteFinder = {
  id: "bases",
  order: 30,
  codes: CODES,
  find: (keyword, { actor, limit }) => bases(actor, { keyword, pageSize: limit }),
  recent: ({ actor, limit }) => bases(actor, { pageSize: limit }),
};

/** Files of bases by name. */
export const BASE_FILES_FOUND: PaletteFinder = {
  id: "baseFiles",
  order: 40,
  codes: [P.KB_CHAT, P.KB_MANAGE],
  find: async (keyword, { actor }) =>
    (await findFiles(actor, keyword)).items.map(({ id, name, baseName }) => ({
      id,
      label: name,
      detail: baseName,
      href: filePreviewHref(id),
    })),
};

/** What the words are, handed on to the search of all bases. */
export const BASE_SEARCH: PaletteFinder = {
  id: "baseSearch",
  order: 90,
  codes: [P.KB_SEARCH],
  find: async (keyword) => [{ id: "search", label: keyword, href: searchHref(keyword) }],
};
