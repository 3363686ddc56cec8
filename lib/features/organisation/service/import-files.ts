import "server-only";
import { db } from "@/db/client";
import { listDepartments } from "@/db/queries/organisation/departments";
import { findWholeImport } from "@/db/queries/organisation/imports";
import { listRoleChoices } from "@/db/queries/organisation/people";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { holdsAllOf } from "@/lib/auth/stronger";
import { AppError } from "@/lib/errors/errors";
import { type ExportSheet, exportAnswer, storedText, toXlsx } from "@/lib/files/table-export";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { COLUMNS, type ImportKind, type ImportTable, REQUIRED } from "../import/columns";
import type { ImportErrorDto } from "../import/dto";
import { idsOf } from "./departments";
import { PATH_SEPARATOR } from "./exports";
import { IMPORT_CODES } from "./import-plan";
import { takeCodes, visible } from "./import-runs";

type Texts = Awaited<ReturnType<typeof areaTexts>>;
/** Departments a template lists; more would only make it heavy. */
const PATHS_SHOWN = 5000;

/** A file to fill in: headings and two examples, what each column takes, and the departments there are. */
export async function importTemplate(actor: Actor, kind: ImportKind, locale: Locale): Promise<Response> {
  requirePermission(actor, IMPORT_CODES[kind]);
  const [t, paths] = [await areaTexts(locale, "organisation-imports"), await departmentPaths()];
  const header = COLUMNS[kind].map((column) => {
    return `${t(`heading.${kind}.${column}`)}${REQUIRED[kind].includes(column) ? "*" : ""}`;
  });
  const root = paths[0] ?? t("template.root");
  const examples = [1, 2].map((no) =>
    COLUMNS[kind].map((column) => {
      const key = `template.${kind}.example${no}.${column}`;
      return t.has(key) ? t(key, { root }) : null;
    }),
  );
  const sheets: ExportSheet[] = [
    { name: t(`template.${kind}.sheet`), header, rows: examples },
    { name: t("template.help.sheet"), header: helpHeader(t), rows: await helpRows(actor, kind, t, locale) },
    {
      name: t("template.paths"),
      header: [t("template.paths")],
      rows: paths.slice(0, PATHS_SHOWN).map((path) => [path]),
    },
  ];
  return xlsxAnswer(sheets, t(`template.${kind}.file`));
}

const helpHeader = (t: Texts) => ["column", "must", "meaning"].map((key) => t(`template.help.${key}`));

async function helpRows(actor: Actor, kind: ImportKind, t: Texts, locale: Locale): Promise<string[][]> {
  const rows = COLUMNS[kind].map((column) => [
    t(`heading.${kind}.${column}`),
    t(REQUIRED[kind].includes(column) ? "template.help.yes" : "template.help.no"),
    t(`template.${kind}.help.${column}`),
  ]);
  if (kind === "users") {
    const roles = (await listRoleChoices(db())).filter((role) => holdsAllOf(actor, role));
    const names = roles.map((role) => (locale === "en_US" && role.nameEn ? role.nameEn : role.name));
    rows.push([t("template.help.roles"), "", names.join(locale === "zh_CN" ? "、" : ", ")]);
  }
  return [...rows, [t("template.help.rules"), "", t(`template.${kind}.rules`)]];
}

/** The root first, then the tree as it is read. */
async function departmentPaths(): Promise<string[]> {
  const rows = await listDepartments(db());
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const children = Map.groupBy(rows, ({ parentId }) => parentId);
  const paths: string[] = [];
  const visit = (parentId: string | null) => {
    for (const row of children.get(parentId) ?? []) {
      paths.push(
        idsOf(row.path)
          .map((id) => names.get(id) ?? "")
          .join(PATH_SEPARATOR),
      );
      visit(row.id);
    }
  };
  visit(null);
  return paths;
}

/** The rows that cannot be taken, as they were, each with why: to be put right and uploaded again. */
export async function refusedRows(actor: Actor, id: string, locale: Locale): Promise<Response> {
  await visible(actor, id);
  const run = await findWholeImport(db(), id);
  if (!run?.rows || run.errorCount === 0) throw new AppError("importExpired");
  const t = await areaTexts(locale, "organisation-imports");
  const table = run.rows as ImportTable;
  const errors = Map.groupBy(run.errors as ImportErrorDto[], ({ row }) => row);
  const rows = table.rows
    .filter(([row]) => errors.has(row))
    .map(([row, cells]) => [
      ...table.header.map((_, index) => storedText(cells[index] ?? "") || null),
      row,
      (errors.get(row) ?? []).map((error) => reasonText(t, error)).join(locale === "zh_CN" ? "；" : "; "),
    ]);
  const header = [...table.header.map(storedText), t("refused.row"), t("refused.why")];
  return xlsxAnswer([{ name: t("refused.sheet"), header, rows }], t("refused.sheet"));
}

function reasonText(t: Texts, { column, error, value }: ImportErrorDto): string {
  const what = `${t(`column.${column}`)}: ${t(`reason.${error}`)}`;
  return value ? `${what} (${value})` : what;
}

/** The one-time codes as a file, this once. */
export async function codesFile(actor: Actor, id: string, locale: Locale): Promise<Response> {
  const rows = await takeCodes(actor, id);
  const t = await areaTexts(locale, "organisation-imports");
  const header = ["account", "name", "code"].map((key) => t(`codes.${key}`));
  return xlsxAnswer([{ name: t("codes.sheet"), header, rows }], t("codes.sheet"));
}

async function xlsxAnswer(sheets: ExportSheet[], name: string): Promise<Response> {
  return exportAnswer(new Uint8Array(await toXlsx(sheets)), "xlsx", name);
}
