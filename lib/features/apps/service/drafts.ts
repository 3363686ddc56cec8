import "server-only";
import { db, type Transaction } from "@/db/client";
import { type AppRow, updateApp } from "@/db/queries/apps/apps";
import { TOOL_VERSION } from "@/db/queries/apps/area-tools";
import { findDraft, findVersion, insertVersion, listVersions, lockDraft, saveDraft } from "@/db/queries/apps/versions";
import { listUserNames } from "@/db/queries/reports/names";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";
import type { DraftDto, VersionDto } from "../dto";
import type { AppDraft, Publishing } from "../schema";
import { APP_SETTINGS, isBuilt, missingIn } from "../settings";
import { readGraph } from "../workflow/check";
import type { FlowGraph } from "../workflow/graph";
import { authorsIn, withAuthors } from "../workflow/notes";
import { assertMayMake, requireAnyApp, requireApp, target } from "./apps";
import { aroundOf, assertFlowWhole, checkedGraph } from "./flow/checking";

/** The settings an app is being given. Throws notFound. */
export async function readDraft(actor: Actor, id: string): Promise<DraftDto> {
  requirePermission(actor, P.APPS_WORKBENCH);
  const app = await requireApp(actor, id, "manage");
  const draft = orNotFound(await findDraft(db(), id));
  const { savedById, savedByName, savedAt, settings, revision } = draft;
  const read = app.kind === "workflow" ? readGraph(settings) : null;
  const authors = read && "graph" in read ? await listUserNames(db(), authorsIn(read.graph)) : [];
  return {
    settings: parsed(app, settings),
    revision,
    publishedRevision: app.version === null ? null : app.publishedRevision,
    savedAt: savedAt.toISOString(),
    savedBy: savedById && savedByName ? { id: savedById, name: savedByName } : null,
    authors: authors.map(({ id: by, name }) => ({ id: by, name })),
  };
}

/**
 * Keeps settings as the draft; what is in use stays as it is. Throws notFound, invalidInput with the fields, flowProblems
 * with the nodes of a workflow, and appDraftStale, with the draft as it is by now, where somebody saved another one meanwhile.
 */
export async function changeDraft(
  actor: Actor,
  id: string,
  { revision: given, ...settings }: AppDraft,
  locale: Locale,
) {
  requirePermission(actor, P.APPS_WORKBENCH);
  const app = await requireApp(actor, id, "manage");
  assertMayMake(actor, app.kind);
  const next = app.kind === "workflow" ? await checkedGraph(actor, app, settings, locale) : parsed(app, settings);
  return db().transaction(async (tx) => {
    const current = orNotFound(await lockDraft(tx, id));
    if (given !== undefined && given !== current.revision) throw new AppError("appDraftStale");
    const revision = current.revision + 1;
    const kept = app.kind === "workflow" ? signed(next as FlowGraph, current.settings, actor.id) : next;
    await saveDraft(tx, id, { settings: kept, revision, userId: actor.id });
    return { revision, savedAt: new Date().toISOString() };
  });
}

function signed(graph: FlowGraph, before: unknown, by: string): FlowGraph {
  const read = readGraph(before);
  return withAuthors(graph, "graph" in read ? read.graph : null, by, Date.now());
}

/** Makes the draft a version and puts it in use; a tool of an area is put in use as it is. Throws notFound, appIncomplete, flowProblems, appDraftStale. */
export async function publishApp(
  actor: Actor,
  id: string,
  { note = "", trial = false, revision }: Publishing,
  locale: Locale,
) {
  requirePermission(actor, P.APPS_WORKBENCH);
  const app = await requireAnyApp(actor, id, "manage");
  if (app.kind === "tool") return publishTool(actor, app, trial);
  const around = app.kind === "workflow" ? await aroundOf(actor, app) : null;
  return db().transaction(async (tx) => {
    const draft = orNotFound(await lockDraft(tx, id));
    if (revision !== undefined && revision !== draft.revision) throw new AppError("appDraftStale");
    const settings = parsed(app, draft.settings);
    if (around) await assertFlowWhole(settings, around, locale);
    assertWhole(app, settings);
    const version = await insertVersion(tx, { appId: id, note, settings, authorId: actor.id });
    return putInUse(tx, actor, app, { version, publishedRevision: draft.revision, isTrial: trial });
  });
}

function publishTool(actor: Actor, app: AppRow, trial: boolean): Promise<{ version: number }> {
  const put = { version: TOOL_VERSION, publishedRevision: app.draftRevision, isTrial: trial };
  return db().transaction((tx) => putInUse(tx, actor, app, put));
}

interface Put {
  version: number;
  publishedRevision: number;
  isTrial: boolean;
}

async function putInUse(tx: Transaction, actor: Actor, app: AppRow, put: Put): Promise<{ version: number }> {
  const { version, isTrial: trial } = put;
  await updateApp(tx, app.id, { ...put, publishedAt: new Date() });
  await recordAuditEvent(tx, actor, { action: "app.publish", target: target(app), after: { version, trial } });
  return { version };
}

/** Takes an app out of use; its versions stay (spec 4). Throws notFound, appNotPublished. */
export async function unpublishApp(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.APPS_WORKBENCH);
  await db().transaction(async (tx) => {
    const app = await requireAnyApp(actor, id, "manage", tx);
    if (app.version === null) throw new AppError("appNotPublished");
    await updateApp(tx, id, { version: null, publishedRevision: null, isTrial: false, publishedAt: null });
    await recordAuditEvent(tx, actor, {
      action: "app.unpublish",
      target: target(app),
      before: { version: app.version },
    });
  });
}

/** Versions of an app, the newest first. Throws notFound. */
export async function readVersions(actor: Actor, id: string): Promise<{ items: VersionDto[] }> {
  requirePermission(actor, P.APPS_WORKBENCH);
  const app = await requireApp(actor, id, "manage");
  const rows = await listVersions(db(), id);
  return {
    items: rows.map(({ version, note, authorId, authorName, createdAt }) => ({
      version,
      note,
      author: authorId && authorName ? { id: authorId, name: authorName } : null,
      isPublished: version === app.version,
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** Settings of one version. Throws notFound. */
export async function readVersion(actor: Actor, id: string, version: number) {
  requirePermission(actor, P.APPS_WORKBENCH);
  const app = await requireApp(actor, id, "manage");
  const { settings } = orNotFound(await findVersion(db(), id, version));
  return { settings: parsed(app, settings) };
}

/** Makes an earlier version the draft; a draft nobody published is kept as a version first. Throws notFound. */
export async function restoreVersion(actor: Actor, id: string, version: number, note: string) {
  requirePermission(actor, P.APPS_WORKBENCH);
  const app = await requireApp(actor, id, "manage");
  return db().transaction(async (tx) => {
    const draft = orNotFound(await lockDraft(tx, id));
    const { settings } = orNotFound(await findVersion(tx, id, version));
    if (draft.revision > 0 && draft.revision !== app.publishedRevision) {
      await insertVersion(tx, { appId: id, note, settings: draft.settings as object, authorId: actor.id });
    }
    const revision = draft.revision + 1;
    await saveDraft(tx, id, { settings: parsed(app, settings), revision, userId: actor.id });
    await recordAuditEvent(tx, actor, { action: "app.version.restore", target: target(app), after: { version } });
    return { revision, savedAt: new Date().toISOString() };
  });
}

/** Settings by the schema of the app's kind, with its defaults. Throws invalidInput with the fields. */
export function parsed({ kind }: Pick<AppRow, "kind">, settings: unknown): Record<string, unknown> {
  if (!isBuilt(kind)) throw new AppError("notFound");
  const result = APP_SETTINGS[kind].safeParse(settings);
  if (result.success) return result.data;
  const fields = Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join("."), message]));
  throw new AppError("invalidInput", { data: { fields } });
}

function assertWhole({ kind }: Pick<AppRow, "kind">, settings: unknown): void {
  if (!isBuilt(kind)) return;
  const missing = missingIn(kind, settings);
  if (missing.length > 0) {
    const fields = Object.fromEntries(missing.map((name) => [name, "required"]));
    throw new AppError("appIncomplete", { data: { fields } });
  }
}
