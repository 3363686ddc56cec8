import "server-only";
import { db } from "@/db/client";
import { likePattern } from "@/db/like";
import { countAcceptances, findTermsVersion, listAcceptances as listRows } from "@/db/queries/terms/terms";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { EXPORT_ROWS_MAX, exportAnswer, toCsv, toXlsx } from "@/lib/files/table-export";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import type { AcceptanceDto } from "../dto";
import type { AcceptanceExport, AcceptanceQuery } from "../schema";

type Row = Awaited<ReturnType<typeof listRows>>[number];

const toDto = ({ cursorAt: _, userAgent, acceptedAt, ...row }: Row): AcceptanceDto => ({
  ...row,
  device: userAgent,
  acceptedAt: acceptedAt.toISOString(),
});

async function published(id: string) {
  const version = await findTermsVersion(db(), { id });
  if (version?.status !== "published") throw new AppError("notFound");
  return version;
}

/** Who accepted a version, the last first. Throws notFound. */
export async function listAcceptances(
  actor: Actor,
  id: string,
  { keyword, limit, cursor }: AcceptanceQuery,
): Promise<{ items: AcceptanceDto[]; next: string | null; totalAtMost: number }> {
  requirePermission(actor, P.CONFIG_TERMS);
  await published(id);
  const [acceptedAt, userId] = cursor?.split("_") ?? [];
  const before = acceptedAt && userId ? { acceptedAt, userId } : undefined;
  const pattern = keyword && likePattern(keyword);
  const [rows, totalAtMost] = await Promise.all([
    listRows(db(), id, { pattern, before, limit: limit + 1 }),
    countAcceptances(db(), id, pattern),
  ]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(toDto),
    next: rows.length > limit && last ? `${last.cursorAt}_${last.userId}` : null,
    totalAtMost,
  };
}

/** The same as a file. That it was taken stands in the operation log. */
export async function exportAcceptances(
  actor: Actor,
  id: string,
  { keyword, format }: AcceptanceExport,
  locale: Locale,
): Promise<Response> {
  requirePermission(actor, P.CONFIG_TERMS);
  const version = await published(id);
  const pattern = keyword && likePattern(keyword);
  const [rows, t] = await Promise.all([
    listRows(db(), id, { pattern, limit: EXPORT_ROWS_MAX }),
    areaTexts(locale, "terms"),
  ]);
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, {
      action: "terms.export",
      target: { type: "terms", id, name: `v${version.version}` },
      after: { format, rows: rows.length, keyword },
    }),
  );
  const columns = ["name", "account", "department", "language", "acceptedAt", "address", "device"] as const;
  const sheet = {
    name: t("acceptances.title"),
    header: columns.map((column) => t(`acceptances.${column}`)),
    rows: rows.map((row) => [
      row.name,
      row.account,
      row.departmentName,
      t(`acceptances.languages.${row.language}`),
      row.acceptedAt.toISOString(),
      row.address,
      row.userAgent,
    ]),
  };
  const body = format === "csv" ? toCsv([sheet]) : new Uint8Array(await toXlsx([sheet]));
  return exportAnswer(body, format, t("acceptances.fileName", { version: version.version }));
}
