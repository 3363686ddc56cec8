import "server-only";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import type { Page } from "@/db/page";
import { lockUser } from "@/db/queries/auth/identity";
import { type BaseRow, findBase, listReachableBases } from "@/db/queries/knowledge/bases";
import {
  countOpenDrafts,
  type DraftFilter,
  type DraftRow,
  decideDraft,
  findManagedDraft,
  insertDraft,
  listHomes,
  listDrafts as listRows,
  removeDraft,
} from "@/db/queries/knowledge/drafts";
import { roundsText } from "@/lib/answers/export/file";
import { plainLine } from "@/lib/answers/export/markdown";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { loadOwner } from "@/lib/auth/session";
import { subjectsOf } from "@/lib/auth/subjects";
import { asReadBy } from "@/lib/citations/gone";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn, isoTimes } from "@/lib/config/time";
import { ownRound } from "@/lib/conversation/answers";
import { AppError } from "@/lib/errors/errors";
import { keepFile } from "@/lib/files/upload";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { type NoticeKind, notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { textOfParts } from "@/lib/stream/history";
import { cut } from "@/lib/text/storable";
import type { DraftDto } from "../draft-dto";
import type { NewDraft } from "../draft-schema";
import { DRAFT_TEXT_MAX, DRAFT_TITLE_MAX, DRAFTS_OPEN_MAX } from "../limits";
import { draftsHref, ownDraftsHref } from "../paths";
import { requireBase } from "./bases";
import { assertOffered } from "./center-offer";
import { compareReaders, listManagers } from "./reach";
import { rulesOf } from "./upload";

const FILING = [P.KB_CHAT, P.KB_MANAGE] as const;

const target = ({ id, title }: { id: string; title: string }) => ({ type: "knowledgeDraft", id, name: title });

/** What an own answer would be filed as: its question, its words, what it cites as footnotes (spec B7). Throws notFound, notOffered. */
export async function proposeDraft(actor: Actor, messageId: string, locale: Locale) {
  requirePermission(actor, ...FILING);
  await assertOffered("filing");
  const { messages } = await ownRound(actor, messageId);
  const asked = messages.find(({ role }) => role === "user");
  const question = asked ? textOfParts(asked.parts).replace(/\s+/g, " ").trim() : "";
  return {
    title: cut(question, DRAFT_TITLE_MAX),
    text: cut(await roundsText(actor, messages, locale), DRAFT_TEXT_MAX),
  };
}

/**
 * How many people would read an own answer in a base, and which of the files it cites some of them may not read: what
 * stands in its footnotes is told to them as well. Throws notFound.
 */
export async function draftReaders(actor: Actor, messageId: string, baseId: string) {
  requirePermission(actor, ...FILING);
  const { messages } = await ownRound(actor, messageId);
  const base = await requireBase(actor, baseId, "view");
  const [{ parts } = { parts: [] }] = await asReadBy(actor, messages.slice(-1));
  const cited = parts.flatMap((part) => (part.type === "citation" ? [part.citation] : []));
  const names = new Map(cited.map(({ versionId, fileName }) => [versionId, fileName]));
  const homes = await listHomes(db(), [...names.keys()]);
  const others = [...new Set(homes.flatMap((home) => (home.baseId && home.baseId !== baseId ? [home.baseId] : [])))];
  const reachable = await listReachableBases(db(), subjectsOf(actor), others);
  const wide = new Set([baseId]);
  for (const other of reachable) if ((await compareReaders(base, other)).without === 0) wide.add(other.id);
  const narrower = homes.flatMap(({ versionId, baseId: home, visibility }) => {
    const isOpen = home !== null && wide.has(home) && visibility === "all";
    return isOpen ? [] : [names.get(versionId) ?? ""];
  });
  const { readers } = await compareReaders(base, null);
  return { readers, narrower: [...new Set(narrower)].filter(Boolean), isDirect: isDirect(actor, base) };
}

const isDirect = (actor: Actor, base: BaseRow) => base.mayManage && hasPermission(actor, P.KB_MANAGE);

/**
 * Files an own answer into a base: as a draft those who manage it decide about, or at once where the person is one of them.
 * Throws notFound, notOffered, draftsLimit, and where it becomes a file what an upload throws.
 */
export async function fileAnswer(
  actor: Actor,
  messageId: string,
  { baseId, title, text }: NewDraft,
  locale: Locale,
): Promise<DraftDto> {
  requirePermission(actor, ...FILING);
  await assertOffered("filing");
  const { kind, title: originTitle } = await ownRound(actor, messageId);
  const base = await requireBase(actor, baseId, "view");
  const id = v7();
  const draft = { id, baseId, authorId: actor.id, messageId, originKind: kind, originTitle, title, text };
  const after = { baseId, messageId };
  if (isDirect(actor, base)) {
    await makeFile(actor, base, { title, text, author: actor.name, locale }, async (tx, { id: knowledgeFileId }) => {
      const decision = { state: "approved", deciderId: actor.id, decidedAt: new Date(), knowledgeFileId } as const;
      await insertDraft(tx, { ...draft, ...decision });
      await recordAuditEvent(tx, actor, { action: "knowledge.draft.file", target: target(draft), after });
    });
    return readOwn(actor, id, messageId);
  }
  const managers = await listManagers(base);
  await db().transaction(async (tx) => {
    await lockUser(tx, actor.id);
    // The right may have been withdrawn, or the base deleted, since the form was opened.
    const { name } = await requireBase(actor, baseId, "view", tx);
    if ((await countOpenDrafts(tx, actor.id)) >= DRAFTS_OPEN_MAX) {
      throw new AppError("draftsLimit", { args: { max: DRAFTS_OPEN_MAX } });
    }
    await insertDraft(tx, draft);
    await recordAuditEvent(tx, actor, { action: "knowledge.draft.file", target: target(draft), after });
    const args = { name: actor.name, base: name, title };
    const notice = { kind: "draftFiled", args, href: draftsHref(baseId) } as const;
    await notify(
      tx,
      managers.map((userId) => ({ userId, ...notice })),
    );
  });
  return readOwn(actor, id, messageId);
}

async function readOwn(actor: Actor, id: string, messageId: string): Promise<DraftDto> {
  const { items } = await listOwnDrafts(actor, { messageId, page: 1, pageSize: 100 });
  const draft = items.find((item) => item.id === id);
  if (!draft) throw new AppError("notFound");
  return draft;
}

/** Drafts this person filed, of any base. */
export async function listOwnDrafts(actor: Actor, query: Page & { open?: boolean; messageId?: string }) {
  requirePermission(actor, ...FILING);
  return pageOfDrafts(actor, query);
}

/** Drafts of a base, for those who manage it. Throws notFound. */
export async function listBaseDrafts(actor: Actor, baseId: string, query: Page & { open?: boolean }) {
  requirePermission(actor, P.KB_MANAGE);
  await requireBase(actor, baseId, "manage");
  return pageOfDrafts(actor, { ...query, baseId });
}

async function pageOfDrafts(
  actor: Actor,
  { page, pageSize, open: isOpen, ...filter }: Page & { open?: boolean } & DraftFilter,
) {
  const { rows, total } = await listRows(db(), subjectsOf(actor), { ...filter, isOpen }, { page, pageSize });
  return { items: rows.map(toDraft), total };
}

/**
 * Makes a draft a file of its base, which is read and cut like any other, and tells its author. Throws notFound,
 * draftDecided, and what an upload throws.
 */
export async function approveDraft(actor: Actor, id: string, locale: Locale): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  const { draft, base } = await requireDraft(actor, id);
  const tell = await noticeTo(draft, "draftApproved");
  const { title, text, authorName: author } = draft;
  await makeFile(actor, base, { title, text, author, locale }, async (tx, { id: knowledgeFileId }) => {
    const decision = { state: "approved", deciderId: actor.id, knowledgeFileId } as const;
    if (!(await decideDraft(tx, id, decision))) throw new AppError("draftDecided");
    const after = { baseId: base.id, authorId: draft.authorId };
    await recordAuditEvent(tx, actor, { action: "knowledge.draft.approve", target: target(draft), after });
    await tell(tx);
  });
}

/** Leaves a draft out of its base and tells its author why. Throws notFound, draftDecided. */
export async function rejectDraft(actor: Actor, id: string, reason: string): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  const { draft, base } = await requireDraft(actor, id);
  const tell = await noticeTo(draft, "draftRejected", { reason });
  await db().transaction(async (tx) => {
    await requireBase(actor, base.id, "manage", tx);
    if (!(await decideDraft(tx, id, { state: "rejected", reason, deciderId: actor.id }))) {
      throw new AppError("draftDecided");
    }
    const after = { baseId: base.id, authorId: draft.authorId };
    await recordAuditEvent(tx, actor, { action: "knowledge.draft.reject", target: target(draft), after });
    await tell(tx);
  });
}

/** Takes back an own draft nobody has decided about. Throws notFound. */
export async function withdrawDraft(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, ...FILING);
  await db().transaction(async (tx) => {
    const draft = await removeDraft(tx, actor.id, id);
    if (!draft) throw new AppError("notFound");
    await recordAuditEvent(tx, actor, { action: "knowledge.draft.withdraw", target: target({ id, ...draft }) });
  });
}

async function requireDraft(actor: Actor, id: string): Promise<{ draft: DraftRow; base: BaseRow }> {
  const draft = await findManagedDraft(db(), subjectsOf(actor), id);
  if (!draft) throw new AppError("notFound");
  if (draft.state !== "open") throw new AppError("draftDecided");
  return { draft, base: await requireBase(actor, draft.baseId, "manage") };
}

/** Tells a draft's author what became of it; whoever may no longer use the base is not told its name. */
async function noticeTo(draft: DraftRow, kind: NoticeKind, more: Record<string, string> = {}) {
  const { authorId: userId, baseId, title } = draft;
  const author = await loadOwner(userId);
  return async (tx: Transaction) => {
    const base = author && (await findBase(tx, subjectsOf(author), baseId, "view"));
    if (base) await notify(tx, [{ userId, kind, args: { base: base.name, title, ...more }, href: ownDraftsHref }]);
  };
}

interface DraftText {
  title: string;
  text: string;
  author: string;
  locale: Locale;
}

/** The Markdown file of a filed answer; its last line says who wrote it down and who answers for it. */
async function makeFile(
  actor: Actor,
  base: BaseRow,
  { title, text, author, locale }: DraftText,
  also: (tx: Transaction, file: { id: string }) => Promise<void>,
): Promise<void> {
  const [t, { timeZone }] = await Promise.all([areaTexts(locale, "knowledge-output"), loadConfig("customConfig")]);
  const by = t("filed", { author, approver: actor.name, date: dayIn(timeZone, new Date()) });
  const bytes = Buffer.from(`# ${plainLine(title)}\n\n${text.trim()}\n\n_${plainLine(by)}_\n`);
  await keepFile(actor, bytes, `${title}.md`, rulesOf(actor, base, also), new Map([["sameName", "keep"]]));
}

function toDraft(row: DraftRow): DraftDto {
  const { originKind, originTitle, authorId, authorName, deciderName, baseId, baseName, ...rest } = row;
  return {
    ...isoTimes(rest),
    origin: { kind: originKind, title: originTitle },
    author: { id: authorId, name: authorName },
    decider: deciderName,
    base: baseName === null ? null : { id: baseId, name: baseName },
  };
}
