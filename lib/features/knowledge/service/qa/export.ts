import "server-only";
import { db } from "@/db/client";
import { listWholeQas } from "@/db/queries/knowledge/qas";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { type ExportCell, exportAnswer, toCsv, toXlsx } from "@/lib/files/table-export";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { QA_MAX } from "../../limits";
import type { QaExportQuery } from "../../qa-schema";
import { daysOf } from "./list";
import { requireScope } from "./scope";
import { QA_COLUMNS } from "./table";

/** Pairs as a file that an import takes in again. Throws noPermission, notFound. */
export async function exportQas(
  actor: Actor,
  { baseId, format, ...narrowed }: QaExportQuery,
  locale: Locale,
): Promise<Response> {
  const scope = await requireScope(actor, baseId);
  const [found, t, { timeZone }] = await Promise.all([
    listWholeQas(db(), { ...narrowed, baseId: scope.baseId }, { after: null, limit: QA_MAX }),
    areaTexts(locale, "knowledge-qa"),
    loadConfig("customConfig"),
  ]);
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, {
      action: "knowledge.qa.export",
      target: { type: "knowledgeQa", id: scope.baseId ?? "center", name: scope.base?.name ?? "" },
      after: { format, rows: found.length },
    }),
  );
  const rows = found.map((row): ExportCell[] => {
    const { validFrom, validUntil } = daysOf(row, timeZone);
    const { question, answer, synonyms, state, authorName, updatedAt } = row;
    const words = [question, answer, synonyms.join("\n"), validFrom, validUntil];
    return [...words, t(`state.${state}`), authorName, updatedAt.toISOString()];
  });
  const header = [...QA_COLUMNS, "state", "author", "updatedAt"] as const;
  const sheet = { name: t("title"), header: header.map((column) => t(`column.${column}`)), rows };
  const body = format === "csv" ? toCsv([sheet]) : new Uint8Array(await toXlsx([sheet]));
  return exportAnswer(body, format, t("fileName", { name: scope.base?.name ?? t("center") }));
}
