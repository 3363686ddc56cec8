import "server-only";
import type { Transaction } from "@/db/client";
import {
  findPrompt,
  type PromptFull,
  type PromptRow,
  type PromptScope,
  type ShippedName,
} from "@/db/queries/prompts/prompts";
import type { Actor } from "@/lib/auth/actor";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, withRevision } from "@/lib/editing/revision";
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
  const detail = {
    ...toPromptDto(row, actor, locale),
    content,
    variables: row.type === "role" ? [] : variablesOf(content, shipped?.variables ?? readVariables(row.variables)),
    forkOf,
    reviewNote: isInside ? row.reviewNote : "",
    department: row.department,
    newestVersion: isInside ? row.version : row.shownVersion,
  };
  return withRevision(detail, editedPrompt);
}

/** What people edit of a prompt, in the language its reader has. */
export const editedPrompt = (prompt: Omit<PromptDetail, "revision">) =>
  fieldsOf(prompt, ["name", "description", "content", "roleName", "variables", "categoryId", "newestVersion"]);

interface Save {
  scope: PromptScope;
  id: string;
  locale: Locale;
  given: { version?: number; revision?: string };
}

/** First in the transaction of a save. Throws staleRecord when the prompt is not the one that was read. */
export async function assertPromptCurrent(
  tx: Transaction,
  actor: Actor,
  { scope, id, locale, given }: Save,
): Promise<void> {
  const row = await findPrompt(tx, scope, id);
  const isOlder = given.version !== undefined && row !== null && given.version !== row.version;
  const read = async () => {
    const now = await findPrompt(tx, scope, id);
    return now && editedPrompt(toPromptDetail(now, actor, locale, { forkOf: null, isInside: true }));
  };
  // A version that is not the newest stands for a revision that nothing has.
  const revision = given.revision ?? (isOlder ? `v${given.version}` : undefined);
  await assertCurrent(tx, actor, { type: "prompt", id, given: revision, read });
}

/** As they were checked when they were written. */
export function readVariables(stored: unknown): PromptVariable[] {
  return Array.isArray(stored) ? (stored as PromptVariable[]) : [];
}
