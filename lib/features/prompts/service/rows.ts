import "server-only";
import type { PromptFull, PromptRow, PromptScope, ShippedName } from "@/db/queries/prompts";
import type { Actor } from "@/lib/auth/actor";
import type { Locale } from "@/lib/i18n/locales";
import type { PromptVariable } from "@/lib/prompts/kinds";
import { type ShippedText, shippedText, shippedTexts } from "@/lib/prompts/shipped";
import type { PromptDetail, PromptDto } from "../dto";
import { variablesOf } from "../template";

export const CONSOLE: PromptScope = "console";

/** What a person may see: their own, and what is shared with a department they are in or with everybody. */
export function scopeOf(actor: Actor): PromptScope {
  return { userId: actor.id, departmentIds: actor.departmentPath.split("/").filter(Boolean) };
}

/** Names of what ships, for search and order in the reader's language. */
export function shippedNames(locale: Locale): ShippedName[] {
  return shippedTexts(locale).map(([key, { name, description, roleName }]) => ({ key, name, description, roleName }));
}

/** The shipped text in the reader's language, as long as nobody put another in its place. */
export function shippedOf(row: { key: string | null; shownVersion: number }, locale: Locale): ShippedText | undefined {
  return row.key !== null && row.shownVersion === 1 ? shippedText(row.key, locale) : undefined;
}

export function toPromptDto(row: PromptRow, actor: Actor, locale: Locale): PromptDto {
  const shipped = shippedOf(row, locale);
  return {
    id: row.id,
    type: row.type,
    name: shipped?.name ?? row.name,
    description: shipped?.description ?? row.description,
    roleName: shipped?.roleName ?? row.roleName,
    categoryId: row.categoryId,
    visibility: row.visibility,
    status: row.status,
    isShipped: row.key !== null,
    isOrganisation: row.ownerId === null,
    isOwn: row.ownerId === actor.id,
    isFavourite: row.isFavourite,
    isEnabled: row.enabled,
    usageCount: row.usageCount,
    creator: row.creator,
    version: row.shownVersion,
    releasedVersion: row.releasedVersion,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** `isInside`: the reader owns it or reviews it, and may know of newer texts and refusals. */
export function toPromptDetail(
  row: PromptFull,
  actor: Actor,
  locale: Locale,
  { forkOf, isInside }: { forkOf: PromptDetail["forkOf"]; isInside: boolean },
): PromptDetail {
  const shipped = shippedOf(row, locale);
  const content = shipped?.content ?? row.content;
  return {
    ...toPromptDto(row, actor, locale),
    content,
    variables: row.type === "role" ? [] : variablesOf(content, shipped?.variables ?? readVariables(row.variables)),
    forkOf,
    reviewNote: isInside ? row.reviewNote : "",
    department: row.department,
    newestVersion: isInside ? row.version : row.shownVersion,
  };
}

/** As they were checked when they were written. */
export function readVariables(stored: unknown): PromptVariable[] {
  return Array.isArray(stored) ? (stored as PromptVariable[]) : [];
}
