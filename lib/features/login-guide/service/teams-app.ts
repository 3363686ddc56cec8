import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { productInfo } from "@/lib/config/product";
import { AppError } from "@/lib/errors/errors";
import { contentDisposition } from "@/lib/files/names";
import { type ZipEntry, zipped } from "@/lib/files/zip";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import { guidedChannel } from "./guide";
import { ACCENT, drawIcons } from "./icons";
import { manifestOf, missingFields } from "./manifest";

/**
 * The package an administrator uploads to the team client. Throws notFound, and teamsAppIncomplete naming what is missing:
 * a broken package would be refused there without a word of why.
 */
export async function teamsApp(actor: Actor, id: string, locale: Locale): Promise<Response> {
  requirePermission(actor, P.CONFIG_SSO);
  const { app } = await guidedChannel(id);
  const missing = missingFields(app);
  if (missing.length > 0) {
    const t = await areaTexts(locale, "login-guide");
    const fields = missing.map((field) => t(`field.${field}`)).join(locale === "zh_CN" ? "；" : "; ");
    throw new AppError("teamsAppIncomplete", { args: { fields }, data: { fields: missing } });
  }
  const [{ nameZh, nameEn }, { color, outline }] = await Promise.all([productInfo(), drawIcons(app.logoFileId)]);
  const manifest = manifestOf(app, { developer: locale === "zh_CN" ? nameZh : nameEn, accent: ACCENT });
  const entries: ZipEntry[] = [
    { name: "manifest.json", content: JSON.stringify(manifest, null, 2) },
    { name: "color.png", content: color },
    { name: "outline.png", content: outline },
  ];
  const bytes: Uint8Array[] = [];
  for await (const chunk of zipped(entries)) bytes.push(chunk);
  return new Response(Buffer.concat(bytes), {
    headers: {
      "content-type": "application/zip",
      "content-disposition": contentDisposition("attachment", `teams-app-${app.version}.zip`),
      "cache-control": "private, no-store",
    },
  });
}
