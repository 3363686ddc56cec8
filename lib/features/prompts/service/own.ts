import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  countOwnPrompts,
  findPrompt,
  insertPrompt,
  lockOwnPrompts,
  lockPrompt,
  type PromptRecord,
  updatePrompt,
} from "@/db/queries/prompts/prompts";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";
import type { PromptDetail } from "../dto";
import { OWN_PROMPTS_MAX } from "../limits";
import type { NewPrompt, PromptEdit } from "../schema";
import { discard, takeBack } from "./removal";
import { assertPromptCurrent, readVariables, scopeOf, shippedOf } from "./rows";
import { readPrompt } from "./square";
import {
  assertCategory,
  cleanText,
  earlierText,
  keepVersion,
  type PromptText,
  sameText,
  target,
  textOf,
} from "./texts";

/** Makes a private prompt or role. Throws promptLimit. */
export async function createPrompt(actor: Actor, input: NewPrompt, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT);
  const { type, categoryId, ...text } = input;
  const id = await db().transaction((tx) => insertOwn(tx, actor, { type, categoryId, forkOfId: null }, text));
  return readPrompt(actor, id, locale);
}

/** A private copy of any prompt the person sees, with its link to it. Throws notFound, promptLimit. */
export async function forkPrompt(actor: Actor, id: string, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT);
  const made = await db().transaction(async (tx) => {
    const source = orNotFound(await findPrompt(tx, scopeOf(actor), id));
    const text = shippedOf(source, locale) ?? { ...source, variables: readVariables(source.variables) };
    return insertOwn(tx, actor, { type: source.type, categoryId: source.categoryId, forkOfId: id }, text);
  });
  return readPrompt(actor, made, locale);
}

interface Origin {
  type: PromptRecord["type"];
  categoryId: string | null;
  forkOfId: string | null;
}

async function insertOwn(tx: Transaction, actor: Actor, origin: Origin, given: PromptText): Promise<string> {
  await assertRoom(tx, actor);
  await assertCategory(tx, origin.categoryId);
  const text = cleanText(origin.type, given);
  const id = await insertPrompt(tx, { ...origin, ...text, ownerId: actor.id, creatorId: actor.id });
  await keepVersion(tx, actor, id, { ...text, version: 1 });
  const { type, forkOfId } = origin;
  await recordAuditEvent(tx, actor, {
    action: "prompt.create",
    target: target(id, text.name),
    after: { name: text.name, type, ...(forkOfId && { forkOf: forkOfId }) },
  });
  return id;
}

/** Call it in the transaction that adds one. */
async function assertRoom(tx: Transaction, actor: Actor): Promise<void> {
  await lockOwnPrompts(tx, actor.id);
  if ((await countOwnPrompts(tx, actor.id)) >= OWN_PROMPTS_MAX) {
    throw new AppError("promptLimit", { args: { max: OWN_PROMPTS_MAX } });
  }
}

async function owned(tx: Transaction, actor: Actor, id: string): Promise<PromptRecord> {
  return orNotFound(await lockPrompt(tx, actor.id, id));
}

/** A text that was refused and changed begins anew; what everybody sees of it stays what it is. */
function statusAfterEdit(row: PromptRecord): PromptRecord["status"] {
  if (row.status !== "rejected") return row.status;
  return row.releasedVersion === null ? "draft" : "approved";
}

/** Saves a new version, or only the kind. Throws notFound, staleRecord. */
export async function changePrompt(actor: Actor, id: string, edit: PromptEdit, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT);
  const { categoryId, note, version, revision, ...given } = edit;
  await db().transaction(async (tx) => {
    const row = await owned(tx, actor, id);
    await assertPromptCurrent(tx, actor, { scope: scopeOf(actor), id, locale, given: { version, revision } });
    await assertCategory(tx, categoryId);
    await write(tx, actor, row, { text: cleanText(row.type, given), note, categoryId, action: "prompt.change" });
  });
  return readPrompt(actor, id, locale);
}

/** An earlier text becomes the newest; nothing in between is lost. Throws notFound. */
export async function rollBackPrompt(actor: Actor, id: string, version: number, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT);
  await db().transaction(async (tx) => {
    const row = await owned(tx, actor, id);
    const text = await earlierText(tx, row, version, locale);
    const { categoryId } = row;
    await write(tx, actor, row, { text, note: `v${version}`, categoryId, action: "prompt.rollback" });
  });
  return readPrompt(actor, id, locale);
}

interface Writing {
  text: PromptText;
  note: string;
  categoryId: string | null;
  action: "prompt.change" | "prompt.rollback";
}

async function write(tx: Transaction, actor: Actor, row: PromptRecord, writing: Writing): Promise<void> {
  const { text, note, categoryId, action } = writing;
  const isNew = !sameText(text, textOf(row));
  if (!isNew && categoryId === row.categoryId) return;
  const version = isNew ? row.version + 1 : row.version;
  if (isNew) await keepVersion(tx, actor, row.id, { ...text, version, note });
  const status = isNew ? statusAfterEdit(row) : row.status;
  await updatePrompt(tx, row.id, { ...text, version, categoryId, status });
  await recordAuditEvent(tx, actor, {
    action,
    target: target(row.id, text.name),
    before: { name: row.name, version: row.version },
    after: { name: text.name, version },
  });
}

/** Deletes a prompt (soft); nobody else sees it from then on. Throws notFound. */
export async function deletePrompt(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CHAT);
  await db().transaction(async (tx) => {
    await discard(tx, actor, await owned(tx, actor, id));
  });
}

/** Takes a deleted prompt back. Throws notFound, promptLimit. */
export async function restorePrompt(actor: Actor, id: string, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT);
  await db().transaction(async (tx) => {
    const row = orNotFound(await lockPrompt(tx, actor.id, id, "deleted"));
    await assertRoom(tx, actor);
    await takeBack(tx, actor, row);
  });
  return readPrompt(actor, id, locale);
}

/**
 * Asks for the newest text to be shared. What is released already goes on for the same circle; for another circle nobody
 * but the owner sees it before the review. Throws notFound, promptNoDepartment.
 */
export async function sharePrompt(
  actor: Actor,
  id: string,
  visibility: "department" | "all",
  locale: Locale,
): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT);
  const departmentId = visibility === "department" ? actor.departmentId : null;
  if (visibility === "department" && departmentId === null) throw new AppError("promptNoDepartment");
  await db().transaction(async (tx) => {
    const row = await owned(tx, actor, id);
    const isSameCircle = row.visibility === visibility && row.departmentId === departmentId;
    await updatePrompt(tx, id, {
      visibility,
      departmentId,
      status: "pending",
      reviewNote: "",
      // A release for a department must not reach everybody before somebody has looked at it.
      releasedVersion: isSameCircle ? row.releasedVersion : null,
    });
    await recordAuditEvent(tx, actor, {
      action: "prompt.share",
      target: target(id, row.name),
      before: { visibility: row.visibility },
      after: { visibility, version: row.version },
    });
  });
  return readPrompt(actor, id, locale);
}

/** Nobody but the owner sees it any more; a request that waits is taken back. Throws notFound. */
export async function withdrawPrompt(actor: Actor, id: string, locale: Locale): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT);
  await db().transaction(async (tx) => {
    const row = await owned(tx, actor, id);
    const isPrivate = { visibility: "self", departmentId: null, status: "draft", releasedVersion: null } as const;
    await updatePrompt(tx, id, { ...isPrivate, reviewNote: "" });
    await recordAuditEvent(tx, actor, {
      action: "prompt.withdraw",
      target: target(id, row.name),
      before: { visibility: row.visibility, status: row.status },
      after: { visibility: "self" },
    });
  });
  return readPrompt(actor, id, locale);
}
