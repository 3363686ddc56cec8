import "server-only";
import { db } from "@/db/client";
import { searchDepartments, searchKeys, searchModels, searchUsers } from "@/db/queries/reports/names";
import { listKeys } from "@/db/queries/reports/reports";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { Locale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";
import type { Choice } from "../dto";
import type { ChoicesQuery } from "../schema";
import { appNames } from "./apps";
import { namesOf } from "./names";

/** Offered at once; a search finds the others. */
const MOST = 50;

/** What a filter may be set to, by name; with `id` the name of that one. */
export async function listChoices(
  actor: Actor,
  { kind, keyword = "", id }: ChoicesQuery,
  locale: Locale,
): Promise<{ items: Choice[] }> {
  requirePermission(actor, P.REPORT_TOKENS);
  if (id !== undefined) return { items: [await choiceOf(kind, id, locale)] };
  switch (kind) {
    case "app": {
      const name = await appNames(locale);
      const apps = (await listKeys(db(), "app", 1000)).map((app) => ({ id: app, name: name(app), detail: "" }));
      const text = keyword.toLowerCase();
      const found = apps.filter((app) => app.name.toLowerCase().includes(text) || app.id.includes(text));
      return { items: found.sort((a, b) => a.name.localeCompare(b.name)).slice(0, MOST) };
    }
    case "user": {
      const rows = await searchUsers(db(), keyword, MOST);
      return { items: rows.map(({ account, ...row }) => ({ ...row, detail: account })) };
    }
    case "model":
      return { items: (await searchModels(db(), keyword, MOST)).map((row) => ({ ...row, detail: "" })) };
    case "dept":
      return { items: (await searchDepartments(db(), keyword, MOST)).map((row) => ({ ...row, detail: "" })) };
    case "key": {
      const rows = await searchKeys(db(), keyword, MOST);
      return { items: rows.map(({ hint, ...row }) => ({ ...row, detail: hint })) };
    }
  }
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

async function choiceOf(kind: ChoicesQuery["kind"], id: string, locale: Locale): Promise<Choice> {
  if (kind === "app") return { id, name: (await appNames(locale))(id), detail: "" };
  if (!isId(id)) return { id, name: "", detail: "" };
  const { name, detail } = (await namesOf(kind === "dept" ? "department" : kind, [id]))(id);
  return { id, name, detail };
}
