import "server-only";
import { headingKey } from "@/lib/files/heading-key";
import { LOCALES } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { COLUMNS, type Headings, type ImportColumn, type ImportKind } from "../import/columns";

/** Headings of our exports (`organisation.export`) that are columns of an import. */
const EXPORTED: Record<ImportKind, Record<string, ImportColumn>> = {
  users: {
    account: "account",
    name: "name",
    department: "department",
    phone: "phone",
    email: "email",
    roles: "roles",
    status: "status",
  },
  departments: { path: "path", department: "name", parent: "parent", status: "status" },
};

/** Headings by which a file's columns are known: the template's and the export's, in every language. */
export async function headingsOf(kind: ImportKind): Promise<Headings> {
  const headings = new Map<string, ImportColumn>();
  for (const locale of LOCALES) {
    const [own, exported] = [await areaTexts(locale, "organisation-imports"), await areaTexts(locale, "organisation")];
    for (const column of COLUMNS[kind]) {
      headings.set(headingKey(own(`heading.${kind}.${column}`)), column);
      headings.set(headingKey(column), column);
    }
    for (const [key, column] of Object.entries(EXPORTED[kind])) {
      if (exported.has(`export.${key}`)) headings.set(headingKey(exported(`export.${key}`)), column);
    }
  }
  return headings;
}
