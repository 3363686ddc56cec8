import "server-only";
import { db } from "@/db/client";
import { listLinkCodes } from "@/db/queries/menus/menus";
import { listRoles } from "@/db/queries/roles/roles";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { EXPORT_ROWS_MAX, exportAnswer, toCsv, toXlsx } from "@/lib/files/table-export";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts, codeNames } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import type { RoleExport } from "../schema";
import { codesOf } from "./roles";

/** The roles a filter leaves, with what they grant, as a file. The export itself is logged. */
export async function exportRoles(actor: Actor, { format, ...filter }: RoleExport, locale: Locale): Promise<Response> {
  requirePermission(actor, P.ORG_ROLE, P.ORG_USER);
  const [t, links, { rows: items }] = await Promise.all([
    areaTexts(locale, "roles"),
    listLinkCodes(db()),
    listRoles(db(), { ...filter, page: 1, pageSize: EXPORT_ROWS_MAX }),
  ]);
  const limit = (value: number | null) => (value === null ? t("unlimited") : value);
  const rows = await Promise.all(
    items.map(async (role) => [
      role.name,
      role.nameEn ?? "",
      t(`type.${role.type}`),
      role.description,
      role.people,
      limit(role.dailyTokenLimit),
      limit(role.dailyImageLimit),
      (await codeNames(locale, codesOf(role, links))).join(t("comma")),
      role.updatedAt.toISOString(),
    ]),
  );
  const columns = ["name", "nameEn", "type", "description", "people", "tokens", "images", "permissions", "updatedAt"];
  const sheet = { name: t("title"), header: columns.map((key) => t(`column.${key}`)), rows };
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, {
      action: "role.export",
      target: { type: "role", id: "all" },
      after: { ...filter, format, rows: rows.length },
    }),
  );
  const body = format === "csv" ? toCsv([sheet]) : new Uint8Array(await toXlsx([sheet]));
  return exportAnswer(body, format, t("title"));
}
