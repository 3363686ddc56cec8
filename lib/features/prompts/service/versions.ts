import "server-only";
import { db } from "@/db/client";
import { findPrompt, type PromptFull, type PromptScope } from "@/db/queries/prompts/prompts";
import { findVersion, listVersions as listVersionRows } from "@/db/queries/prompts/versions";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";
import type { PromptVersionDetail, PromptVersionDto } from "../dto";
import { CONSOLE, readVariables, scopeOf, shippedOf } from "./rows";

/** Versions that are listed; older ones stay in the database. */
const SHOWN = 200;

/** Every saved text of an own prompt, the newest first. Throws notFound. */
export async function listOwnVersions(
  actor: Actor,
  id: string,
  locale: Locale,
): Promise<{ items: PromptVersionDto[] }> {
  requirePermission(actor, P.CHAT);
  return list(await own(actor, id), locale);
}

/** One saved text of an own prompt. Throws notFound. */
export async function readOwnVersion(
  actor: Actor,
  { id, version }: { id: string; version: number },
  locale: Locale,
): Promise<PromptVersionDetail> {
  requirePermission(actor, P.CHAT);
  return read(await own(actor, id), version, locale);
}

/** Saved texts of an organisation's prompt; those a person wrote and did not share are theirs. Throws notFound. */
export async function listConsoleVersions(
  actor: Actor,
  id: string,
  locale: Locale,
): Promise<{ items: PromptVersionDto[] }> {
  requirePermission(actor, P.CHAT_PROMPT);
  return list(await organisations(id), locale);
}

/** One saved text of an organisation's prompt. Throws notFound. */
export async function readConsoleVersion(
  actor: Actor,
  { id, version }: { id: string; version: number },
  locale: Locale,
): Promise<PromptVersionDetail> {
  requirePermission(actor, P.CHAT_PROMPT);
  return read(await organisations(id), version, locale);
}

async function existing(scope: PromptScope, id: string, may: (row: PromptFull) => boolean): Promise<PromptFull> {
  const row = await findPrompt(db(), scope, id);
  if (!row || !may(row)) throw new AppError("notFound");
  return row;
}
// Versions that were never released are no reader's business.
const own = (actor: Actor, id: string) => existing(scopeOf(actor), id, (row) => row.ownerId === actor.id);
const organisations = (id: string) => existing(CONSOLE, id, (row) => row.ownerId === null);

type VersionRow = Awaited<ReturnType<typeof listVersionRows>>[number];
function toVersionDto(prompt: PromptFull, row: VersionRow, locale: Locale): PromptVersionDto {
  return {
    version: row.version,
    name: shippedOf({ key: prompt.key, shownVersion: row.version }, locale)?.name ?? row.name,
    note: row.note,
    author: row.author,
    isReleased: row.version === prompt.releasedVersion,
    createdAt: row.createdAt.toISOString(),
  };
}

async function list(prompt: PromptFull, locale: Locale): Promise<{ items: PromptVersionDto[] }> {
  const rows = await listVersionRows(db(), prompt.id, SHOWN);
  return { items: rows.map((row) => toVersionDto(prompt, row, locale)) };
}

async function read(prompt: PromptFull, version: number, locale: Locale): Promise<PromptVersionDetail> {
  const row = orNotFound(await findVersion(db(), prompt.id, version));
  const shipped = shippedOf({ key: prompt.key, shownVersion: version }, locale);
  const { description, content, roleName } = shipped ?? row;
  const variables = shipped?.variables ?? readVariables(row.variables);
  return { ...toVersionDto(prompt, row, locale), description, content, roleName, variables };
}
