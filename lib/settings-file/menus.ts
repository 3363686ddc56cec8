import "server-only";
import { z } from "zod";
import { lockMenus } from "@/db/queries/menus/menus";
import { readMenus, writeMenu } from "@/db/queries/settings-file/settings-file";
import { isLinkCode } from "@/lib/permissions/codes";
import { invalidateMenus } from "@/lib/permissions/menus";
import { identifier, line, webAddress } from "@/lib/text/line";
import { defineSection } from "./section";

export const menusSection = defineSection({
  name: "menus",
  item: z.strictObject({
    /** The product's name of an entry, or the code of a link. */
    key: identifier(120).min(1),
    nameZh: line(60).min(1),
    nameEn: line(60).min(1),
    icon: line(60),
    /** Of links only: an https address. */
    address: webAddress(2000, /^https$/).nullable(),
    sort: z.number().int().min(-1_000_000).max(1_000_000),
    hidden: z.boolean(),
  }),
  read: async (db) =>
    (await readMenus(db)).map(({ key, permission, path, ...row }) => ({
      ...row,
      key: key ?? permission ?? "",
      address: key ? null : path,
    })),
  secrets: async () => [],
  refusal: ({ key, address }, { current }) => {
    if (isLinkCode(key)) return address ? null : "unknownCode";
    return current.has(key) && !address ? null : "unknownCode";
  },
  write: async (tx, _actor, { key, address, ...entry }) => {
    await lockMenus(tx);
    if (isLinkCode(key)) await writeMenu(tx, { permission: key }, { ...entry, path: address });
    else await writeMenu(tx, { key }, entry);
  },
  invalidate: invalidateMenus,
});
