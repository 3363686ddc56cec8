import "server-only";
import { db } from "@/db/client";
import { countPeopleByDepartment, listDepartments } from "@/db/queries/organisation/departments";
import { listPeople } from "@/db/queries/organisation/people";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { EXPORT_ROWS_MAX, type ExportCell, exportAnswer, toCsv, toXlsx } from "@/lib/files/table-export";
import type { Locale } from "@/lib/i18n/locales";
import { sheetClock } from "@/lib/i18n/moments";
import { areaTexts } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import type { UserDto } from "../dto";
import type { UserExport } from "../schema";
import { idsOf } from "./departments";
import { toUserDtos } from "./user-dto";
import { toPersonFilter } from "./users";

type Format = "xlsx" | "csv";
const CHUNK = 5000;

/** Names of departments from the root on, as a person writes them and the import reads them. */
export const PATH_SEPARATOR = " / ";

/** The filtered list of people as a file. */
export async function exportUsers(actor: Actor, query: UserExport, locale: Locale): Promise<Response> {
  requirePermission(actor, P.ORG_USER);
  const { format, sort, descending, ...asked } = query;
  const [filter, t, { timeZone }, departments] = await Promise.all([
    toPersonFilter(asked),
    areaTexts(locale, "organisation"),
    loadConfig("customConfig"),
    listDepartments(db()),
  ]);
  const names = new Map(departments.map(({ id, name }) => [id, name]));
  const paths = new Map(
    departments.map(({ id, path }) => [
      id,
      idsOf(path)
        .map((part) => names.get(part))
        .join(PATH_SEPARATOR),
    ]),
  );
  const clock = sheetClock(timeZone);
  const moment = (iso: string | null) => (iso ? clock.format(new Date(iso)) : null);
  const cells = (user: UserDto): ExportCell[] => [
    user.account,
    user.name,
    user.department ? (paths.get(user.department.id) ?? null) : null,
    user.phone,
    user.email,
    user.roles.map((role) => (locale === "en_US" && role.nameEn ? role.nameEn : role.name)).join(", "),
    t(`status.${user.status}`),
    t(`type.${user.type}`),
    user.bindings.join(", "),
    moment(user.createdAt),
    moment(user.lastLoginAt),
  ];
  const rows: ExportCell[][] = [];
  // In pieces: no statement holds the embedded database for long.
  for (let offset = 0; filter && offset < EXPORT_ROWS_MAX; offset += CHUNK) {
    const page = await listPeople(db(), { ...filter, sort, descending, limit: CHUNK, offset });
    rows.push(...(await toUserDtos(db(), actor, page)).map(cells));
    if (page.length < CHUNK) break;
  }
  const columns = [
    "account",
    "name",
    "department",
    "phone",
    "email",
    "roles",
    "status",
    "type",
    "binding",
    "created",
    "login",
  ];
  await record(actor, "org.user.export", { format, rows: rows.length, ...asked });
  return give({ name: t("users.title"), header: columns.map((key) => t(`export.${key}`)), rows }, format);
}

/** The tree of departments as a file: each row with its path from the root. */
export async function exportDepartments(
  actor: Actor,
  { format }: { format: Format },
  locale: Locale,
): Promise<Response> {
  requirePermission(actor, P.ORG_DEPT);
  const [departments, counts, t] = await Promise.all([
    listDepartments(db()),
    countPeopleByDepartment(db()),
    areaTexts(locale, "organisation"),
  ]);
  const byId = new Map(departments.map((row) => [row.id, row]));
  const people = new Map(counts.map(({ departmentId, count }) => [departmentId, count]));
  const children = Map.groupBy(departments, ({ parentId }) => parentId);
  const rows: ExportCell[][] = [];
  const visit = (parentId: string | null) => {
    for (const row of children.get(parentId) ?? []) {
      rows.push([
        idsOf(row.path)
          .map((id) => byId.get(id)?.name ?? "")
          .join(PATH_SEPARATOR),
        row.name,
        row.parentId ? (byId.get(row.parentId)?.name ?? null) : null,
        people.get(row.id) ?? 0,
        t(`status.${row.status}`),
      ]);
      visit(row.id);
    }
  };
  visit(null);
  await record(actor, "org.department.export", { format, rows: rows.length });
  const header = ["path", "department", "parent", "people", "status"].map((key) => t(`export.${key}`));
  return give({ name: t("departments.title"), header, rows }, format);
}

async function give(
  sheet: { name: string; header: string[]; rows: ExportCell[][] },
  format: Format,
): Promise<Response> {
  const body = format === "csv" ? toCsv([sheet]) : new Uint8Array(await toXlsx([sheet]));
  return exportAnswer(body, format, sheet.name);
}

async function record(actor: Actor, action: string, after: Record<string, unknown>): Promise<void> {
  await db().transaction((tx) => recordAuditEvent(tx, actor, { action, target: { type: "export", id: "" }, after }));
}
