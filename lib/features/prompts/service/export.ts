import "server-only";
import { db } from "@/db/client";
import { listPromptTexts } from "@/db/queries/prompts/prompts";
import { listCategories } from "@/db/queries/prompts/versions";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { EXPORT_ROWS_MAX, type ExportCell, exportAnswer, toCsv, toXlsx } from "@/lib/files/table-export";
import type { Locale } from "@/lib/i18n/locales";
import { sheetClock } from "@/lib/i18n/moments";
import { areaTexts } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import type { AdminExport } from "../schema";
import { CONSOLE, shippedNames, shippedOf, toPromptDto } from "./rows";

const CHUNK = 1000;
const COLUMNS = [
  "name",
  "description",
  "content",
  "type",
  "roleName",
  "category",
  "visibility",
  "status",
  "enabled",
  "creator",
  "createdAt",
  "usageCount",
] as const;

/** The filtered list of the console as a file, with every field of spec 3. */
export async function exportPrompts(actor: Actor, query: AdminExport, locale: Locale): Promise<Response> {
  requirePermission(actor, P.CHAT_PROMPT);
  const { format, ...asked } = query;
  const [t, { timeZone }, categories] = await Promise.all([
    areaTexts(locale, "prompts"),
    loadConfig("customConfig"),
    listCategories(db()),
  ]);
  const clock = sheetClock(timeZone);
  const categoryName = (id: string | null) => {
    const found = categories.find((category) => category.id === id);
    return found ? (locale === "en_US" ? found.nameEn : found.nameZh) : null;
  };
  const filter = { ...asked, shipped: shippedNames(locale) };
  const rows: ExportCell[][] = [];
  // In pieces: no statement holds the embedded database for long.
  for (let offset = 0; offset < EXPORT_ROWS_MAX; offset += CHUNK) {
    const page = await listPromptTexts(db(), CONSOLE, { ...filter, limit: CHUNK, offset });
    for (const row of page) {
      const dto = toPromptDto(row, actor, locale);
      rows.push([
        dto.name,
        dto.description,
        shippedOf(row, locale)?.content ?? row.content,
        t(`type.${dto.type}`),
        dto.roleName,
        categoryName(dto.categoryId),
        t(`visibility.${dto.visibility}`),
        t(`status.${dto.status}`),
        t(dto.isEnabled ? "console.enabled" : "console.disabled"),
        dto.isShipped ? t("creator.product") : (dto.creator ?? t("creator.organisation")),
        clock.format(new Date(dto.createdAt)),
        dto.usageCount,
      ]);
    }
    if (page.length < CHUNK) break;
  }
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, {
      action: "prompt.export",
      target: { type: "export", id: "" },
      after: { format, rows: rows.length },
    }),
  );
  const sheet = { name: t("console.title"), header: COLUMNS.map((key) => t(`field.${key}`)), rows };
  const body = format === "csv" ? toCsv([sheet]) : new Uint8Array(await toXlsx([sheet]));
  return exportAnswer(body, format, sheet.name);
}
