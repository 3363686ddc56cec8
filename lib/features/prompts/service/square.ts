import "server-only";
import { db } from "@/db/client";
import {
  countPrompts,
  findPrompt,
  insertFavourite,
  listPrompts,
  type PromptFilter,
  type PromptScope,
  removeFavourite,
} from "@/db/queries/prompts/prompts";
import { listCategories as listCategoryRows } from "@/db/queries/prompts/versions";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";
import type { CategoryDto, PromptDetail, PromptDto } from "../dto";
import type { SquareQuery } from "../schema";
import { scopeOf, shippedNames, shippedOf, toPromptDetail, toPromptDto } from "./rows";

const TABS: Record<SquareQuery["tab"], Pick<PromptFilter, "only" | "type">> = {
  prompts: { only: "square", type: "user" },
  roles: { only: "square", type: "role" },
  mine: { only: "mine" },
  favourites: { only: "favourites" },
};
const SORTS = {
  popular: { sort: "usageCount", descending: true },
  newest: { sort: "createdAt", descending: true },
  name: { sort: "name", descending: false },
} as const;

/** A page of the square: what is shared with the person, what is theirs, or what they keep. */
export async function listSquare(
  actor: Actor,
  { tab, sort, page, pageSize, keyword, categoryId }: SquareQuery,
  locale: Locale,
): Promise<{ items: PromptDto[]; total: number }> {
  requirePermission(actor, P.CHAT);
  const scope = scopeOf(actor);
  const filter = { ...TABS[tab], keyword, categoryId, shipped: shippedNames(locale) };
  const [rows, total] = await Promise.all([
    listPrompts(db(), scope, { ...filter, ...SORTS[sort], limit: pageSize, offset: (page - 1) * pageSize }),
    countPrompts(db(), scope, filter),
  ]);
  return { items: rows.map((row) => toPromptDto(row, actor, locale)), total };
}

/** One prompt as the person may read it. Throws notFound. */
export async function readPrompt(actor: Actor, id: string, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT);
  return detailOf(actor, scopeOf(actor), id, locale);
}

/** A prompt of a scope with what it was copied from. Throws notFound. */
export async function detailOf(actor: Actor, scope: PromptScope, id: string, locale: Locale): Promise<PromptDetail> {
  const row = orNotFound(await findPrompt(db(), scope, id));
  const source = row.forkOfId ? await findPrompt(db(), scope, row.forkOfId) : null;
  const forkOf = source && { id: source.id, name: shippedOf(source, locale)?.name ?? source.name };
  const isInside = scope === "console" || row.ownerId === actor.id;
  return toPromptDetail(row, actor, locale, { forkOf, isInside });
}

/** Keeps a prompt among the person's favourites, or no longer. Throws notFound. */
export async function setFavourite(actor: Actor, id: string, isFavourite: boolean): Promise<void> {
  requirePermission(actor, P.CHAT);
  if (!isFavourite) return removeFavourite(db(), actor.id, id);
  if (!(await findPrompt(db(), scopeOf(actor), id))) throw new AppError("notFound");
  await insertFavourite(db(), actor.id, id);
}

/** Kinds of prompts, in the organisation's order. */
export async function listCategories(actor: Actor): Promise<{ items: CategoryDto[] }> {
  requirePermission(actor, P.CHAT, P.CHAT_PROMPT);
  const rows = await listCategoryRows(db());
  // How many there are is the console's to know: private ones are counted too.
  return { items: rows.map(({ id, key, nameZh, nameEn }) => ({ id, key, nameZh, nameEn })) };
}
