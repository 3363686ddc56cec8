import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  countPrompts,
  insertPrompt,
  listPrompts,
  lockConsolePrompt,
  lockPrompt,
  type PromptRecord,
  updatePrompt,
} from "@/db/queries/prompts/prompts";
import { findVersion } from "@/db/queries/prompts/versions";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";
import type { PromptDetail, PromptDto } from "../dto";
import type { AdminEdit, AdminQuery, NewPrompt } from "../schema";
import { discard, takeBack } from "./removal";
import { assertPromptCurrent, CONSOLE, shippedNames, shippedOf, toPromptDto } from "./rows";
import { detailOf } from "./square";
import { assertCategory, cleanText, earlierText, keepVersion, sameText, target, textOf } from "./texts";

/** Prompts of the organisation and those people share or ask to share; private ones are in no list. */
export async function listConsole(
  actor: Actor,
  { page, pageSize, ...asked }: AdminQuery,
  locale: Locale,
): Promise<{ items: PromptDto[]; total: number; pending: number }> {
  requirePermission(actor, P.CHAT_PROMPT);
  const filter = { ...asked, shipped: shippedNames(locale) };
  const [rows, total, pending] = await Promise.all([
    listPrompts(db(), CONSOLE, { ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
    countPrompts(db(), CONSOLE, filter),
    countPrompts(db(), CONSOLE, { status: "pending", shipped: [] }),
  ]);
  return { items: rows.map((row) => toPromptDto(row, actor, locale)), total, pending };
}

/** Throws notFound, also for somebody's private draft. */
export async function readConsole(actor: Actor, id: string, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT_PROMPT);
  return detailOf(actor, CONSOLE, id, locale);
}

/** Makes a prompt for everybody, released at once. */
export async function createForAll(actor: Actor, input: NewPrompt, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT_PROMPT);
  const { type, categoryId, ...given } = input;
  const text = cleanText(type, given);
  const id = await db().transaction(async (tx) => {
    await assertCategory(tx, categoryId);
    const isForAll = { visibility: "all", status: "approved", releasedVersion: 1, creatorId: actor.id } as const;
    const made = await insertPrompt(tx, { type, categoryId, ...text, ...isForAll });
    await keepVersion(tx, actor, made, { ...text, version: 1 });
    await recordAuditEvent(tx, actor, {
      action: "prompt.create",
      target: target(made, text.name),
      after: { name: text.name, type, visibility: "all" },
    });
    return made;
  });
  return readConsole(actor, id, locale);
}

async function organisations(tx: Transaction, id: string): Promise<PromptRecord> {
  return orNotFound(await lockPrompt(tx, null, id));
}

/** Saves a new version of an organisation's prompt. Throws notFound, also for a person's; staleRecord. */
export async function changeForAll(actor: Actor, id: string, edit: AdminEdit, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT_PROMPT);
  const { categoryId, note, version, revision, release, ...given } = edit;
  await db().transaction(async (tx) => {
    const row = await organisations(tx, id);
    await assertPromptCurrent(tx, actor, { scope: CONSOLE, id, locale, given: { version, revision } });
    await assertCategory(tx, categoryId);
    const text = cleanText(row.type, given);
    // What an editor of a shipped text saw is what ships in their language.
    const before = shippedOf({ key: row.key, shownVersion: row.version }, locale) ?? textOf(row);
    const isNew = !sameText(text, before);
    const next = isNew ? row.version + 1 : row.version;
    if (isNew) await keepVersion(tx, actor, id, { ...text, version: next, note });
    await updatePrompt(tx, id, {
      ...(isNew && text),
      version: next,
      categoryId,
      releasedVersion: release ? next : row.releasedVersion,
    });
    await recordAuditEvent(tx, actor, {
      action: "prompt.change",
      target: target(id, text.name),
      before: { name: before.name, version: row.version },
      after: { name: text.name, version: next },
    });
  });
  return readConsole(actor, id, locale);
}

/** An earlier text becomes the newest, and what everybody sees. Throws notFound. */
export async function rollBackForAll(actor: Actor, id: string, version: number, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT_PROMPT);
  await db().transaction(async (tx) => {
    const row = await organisations(tx, id);
    const text = await earlierText(tx, row, version, locale);
    const next = row.version + 1;
    await keepVersion(tx, actor, id, { ...text, version: next, note: `v${version}` });
    await updatePrompt(tx, id, { ...text, version: next, releasedVersion: next });
    await recordAuditEvent(tx, actor, {
      action: "prompt.rollback",
      target: target(id, text.name),
      before: { version: row.version },
      after: { version: next },
    });
  });
  return readConsole(actor, id, locale);
}

/** Pins what everybody sees; newer drafts stay drafts. Throws notFound. */
export async function releaseForAll(actor: Actor, id: string, version: number, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT_PROMPT);
  await db().transaction(async (tx) => {
    const row = await organisations(tx, id);
    if (!(await findVersion(tx, id, version))) throw new AppError("notFound");
    await updatePrompt(tx, id, { releasedVersion: version });
    await recordAuditEvent(tx, actor, {
      action: "prompt.release",
      target: target(id, row.name),
      before: { version: row.releasedVersion },
      after: { version },
    });
  });
  return readConsole(actor, id, locale);
}

/** Switches a prompt off for everybody, or on again. Its owner keeps it. Throws notFound. */
export async function setEnabled(actor: Actor, id: string, enabled: boolean, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT_PROMPT);
  await db().transaction(async (tx) => {
    const row = orNotFound(await lockConsolePrompt(tx, id));
    await updatePrompt(tx, id, { enabled });
    await recordAuditEvent(tx, actor, {
      action: "prompt.enable",
      target: target(id, row.name),
      before: { enabled: row.enabled },
      after: { enabled },
    });
  });
  return readConsole(actor, id, locale);
}

/** Deletes an organisation's prompt (soft). Throws notFound, also for a person's. */
export async function deleteForAll(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CHAT_PROMPT);
  await db().transaction(async (tx) => {
    await discard(tx, actor, await organisations(tx, id));
  });
}

/** Throws notFound. */
export async function restoreForAll(actor: Actor, id: string, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT_PROMPT);
  await db().transaction(async (tx) => {
    await takeBack(tx, actor, orNotFound(await lockPrompt(tx, null, id, "deleted")));
  });
  return readConsole(actor, id, locale);
}
