import { z } from "zod";

/** Kinds of configuration that every signed-in person may load (spec 7). */
export const loadableConfigDto = z.union([
  z.strictObject({
    productNameZh: z.string(),
    productNameEn: z.string(),
    browserPageSignature: z.string(),
    iconFileId: z.uuid().nullable(),
    logoFileId: z.uuid().nullable(),
    loginImageFileId: z.uuid().nullable(),
    loginTitleZh: z.string(),
    loginTitleEn: z.string(),
    loginSubtitleZh: z.string(),
    loginSubtitleEn: z.string(),
    loginTaglineZh: z.string(),
    loginTaglineEn: z.string(),
    timeZone: z.string(),
    defaultLanguage: z.enum(["zh_CN", "en_US"]),
    defaultTheme: z.enum(["system", "light", "dark"]),
  }),
  z.strictObject({ reanswerMax: z.int() }),
]);

/** What anybody may know of this installation: the text of the browser's tab, and its icon. */
export const pageHeadDto = z.strictObject({ browserPageSignature: z.string(), icon: z.string().nullable() });

/** Help, privacy statement or terms of use. */
export const publicDocumentDto = z.strictObject({ title: z.string(), markdown: z.string() });
export type PublicDocumentDto = z.infer<typeof publicDocumentDto>;

/** `unavailable`: the database does not answer. */
export const healthDto = z.strictObject({
  status: z.enum(["ok", "unavailable"]),
  version: z.string(),
  database: z.enum(["pglite", "postgres"]),
});
