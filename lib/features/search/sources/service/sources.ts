import "server-only";
import { db, type Transaction } from "@/db/client";
import { findReadableFile, publishPicture } from "@/db/queries/files/files";
import {
  countSources,
  findUsableSource,
  insertSource,
  listLanguagesOf,
  listPagesOf,
  listSourceGroups,
  listSources,
  lockSource,
  type SearchSourceRow,
  updateSource,
} from "@/db/queries/search/sources";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { WEB_INDEX_MOST } from "@/lib/config/web-index";
import { assertCurrent } from "@/lib/editing/current";
import { AppError, type ErrorKey, orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { errorText } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import { cancelTaskOf } from "@/lib/tasks/tasks";
import { webCrawl } from "@/lib/web/crawl-task";
import { domainsOf, matchesHost, readDomains } from "@/lib/web/domains";
import type { SourceDetailDto, SourceDto, SourcePageDto, SourcesDto } from "../dto";
import type { NewSource, SourcePagesQuery, SourcePatch, SourcesQuery } from "../schema";
import { scopeOf, targetOf } from "./scope";
import { editedSource, sourcesAsShown } from "./shown";

const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const STARTS_MAX = 20;

/** Sources a person may search, with how their reading goes; in the trash those they may restore. */
export async function listSearchSources(actor: Actor, query: SourcesQuery): Promise<SourcesDto> {
  requirePermission(actor, P.SEARCH);
  const { keyword, scope, group, trash, state, page, pageSize } = query;
  const [rows, groups, { personal, pauseSeconds: leastPause }] = await Promise.all([
    listSources(db(), scopeOf(actor), { keyword, scope, group, trash }),
    listSourceGroups(db(), actor.id),
    loadConfig("webIndex"),
  ]);
  const all = await sourcesAsShown(actor, rows);
  const counts = { all: all.length, ok: 0, running: 0, problem: 0 };
  for (const source of all) {
    const kind = stateKind(source);
    if (kind) counts[kind] += 1;
  }
  const found = state ? all.filter((source) => stateKind(source) === state) : all;
  const items = found.slice((page - 1) * pageSize, page * pageSize);
  return { items, total: found.length, counts, groups, mayShare: scopeOf(actor).isKeeper, personal, leastPause };
}

/** The first sources a person may search by name or domain, without how their reading goes. */
export async function findSearchSources(actor: Actor, keyword: string, limit: number) {
  requirePermission(actor, P.SEARCH);
  const rows = await listSources(db(), scopeOf(actor), { keyword, trash: false });
  return rows.slice(0, limit).map(({ id, name, domains }) => ({ id, name, domains }));
}

function stateKind({ state }: SourceDto): "ok" | "running" | "problem" | null {
  if (state === "ok" || state === "running") return state;
  return state === "partial" || state === "failed" ? "problem" : null;
}

/** One source with the state of its pages. Throws notFound. */
export async function readSource(actor: Actor, id: string): Promise<SourceDetailDto> {
  requirePermission(actor, P.SEARCH);
  const row = orNotFound(await findUsableSource(db(), actor.id, id));
  const [[source], languages] = await Promise.all([sourcesAsShown(actor, [row]), listLanguagesOf(db(), id)]);
  return { ...orNotFound(source ?? null), languages };
}

/** Pages of a source with what became of them. Throws notFound. */
export async function listSourcePages(actor: Actor, id: string, query: SourcePagesQuery, locale: Locale) {
  requirePermission(actor, P.SEARCH);
  orNotFound(await findUsableSource(db(), actor.id, id));
  const { page, pageSize, keyword, only } = query;
  const at = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await listPagesOf(db(), id, { only, keyword }, at);
  const items = await Promise.all(
    rows.map(async (row): Promise<SourcePageDto> => {
      const { id: pageId, address, title, status, failure, foundBy, language, size, versionId } = row;
      return {
        ...{ id: pageId, address, title: title || address, status, foundBy, language, size, versionId },
        failure: failure && (await errorText(locale, failure as ErrorKey, { address })),
        fetchedAt: row.fetchedAt?.toISOString() ?? null,
        checkedAt: row.checkedAt?.toISOString() ?? null,
      };
    }),
  );
  return { items, total };
}

/** Makes a source, of one's own or the organisation's. Throws sourceLimit, invalidInput; noPermission for a shared one. */
export async function createSource(actor: Actor, input: NewSource): Promise<{ id: string }> {
  requirePermission(actor, P.SEARCH);
  if (input.shared) requirePermission(actor, P.CONFIG_TOOLS);
  const { sourcesPerPerson } = await loadConfig("webIndex");
  return db().transaction(async (tx) => {
    const ownerId = input.shared ? null : actor.id;
    const most = ownerId ? sourcesPerPerson : WEB_INDEX_MOST.sources;
    if ((await countSources(tx, ownerId)) >= most) throw new AppError("sourceLimit", { args: { max: most } });
    const { domains, group, shared: _, ...fields } = input;
    await assertPicture(tx, actor, input.iconFileId, ownerId === null);
    const row = await insertSource(tx, {
      ...fields,
      ...placesOf(domains, []),
      ...{ ownerId, creatorId: actor.id, groupName: group },
    });
    await recordAuditEvent(tx, actor, {
      action: "search.source.create",
      target: targetOf(row),
      after: { ...logged(row), shared: input.shared },
    });
    return { id: row.id };
  });
}

/** Changes a source. Throws notFound, staleRecord, invalidInput. */
export async function changeSource(actor: Actor, id: string, patch: SourcePatch): Promise<SourceDetailDto> {
  requirePermission(actor, P.SEARCH);
  await db().transaction(async (tx) => {
    const row = orNotFound(await lockSource(tx, scopeOf(actor), id));
    const read = async () => editedSource(row);
    await assertCurrent(tx, actor, { type: "search_source", id, given: patch.revision, read });
    const { domains, group, revision: _, iconFileId, ...fields } = patch;
    if (iconFileId && iconFileId !== row.iconFileId) await assertPicture(tx, actor, iconFileId, row.ownerId === null);
    const change = {
      ...fields,
      ...(iconFileId !== undefined && { iconFileId }),
      ...(group !== undefined && { groupName: group }),
      ...(domains && placesOf(domains, row.starts)),
    };
    await updateSource(tx, id, change);
    await recordAuditEvent(tx, actor, {
      action: "search.source.change",
      target: targetOf({ ...row, ...change }),
      before: logged(row),
      after: logged({ ...row, ...change }),
    });
  });
  return readSource(actor, id);
}

/** Puts a source in the trash; reading it ends. Throws notFound. */
export async function deleteSource(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.SEARCH);
  await db().transaction(async (tx) => {
    const row = orNotFound(await lockSource(tx, scopeOf(actor), id));
    await updateSource(tx, id, { deletedAt: new Date() });
    await recordAuditEvent(tx, actor, { action: "search.source.delete", target: targetOf(row) });
  });
  await cancelTaskOf(webCrawl, id, actor);
}

/** Takes a source back from the trash. Throws notFound, sourceLimit. */
export async function restoreSource(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.SEARCH);
  const { sourcesPerPerson } = await loadConfig("webIndex");
  await db().transaction(async (tx) => {
    const row = orNotFound(await lockSource(tx, scopeOf(actor), id, true));
    const most = row.ownerId ? sourcesPerPerson : WEB_INDEX_MOST.sources;
    if ((await countSources(tx, row.ownerId)) >= most) throw new AppError("sourceLimit", { args: { max: most } });
    await updateSource(tx, id, { deletedAt: null });
    await recordAuditEvent(tx, actor, { action: "search.source.restore", target: targetOf(row) });
  });
}

/** The domains of a list, and where reading begins: what its lines say, and what was known that still lies in it. */
function placesOf(lines: readonly string[], known: readonly string[]) {
  const read = readDomains(lines.join("\n"));
  const domains = domainsOf(read);
  const starts = [...new Set([...read.flatMap(({ start }) => start ?? []), ...known])].filter((start) =>
    matchesHost(new URL(start).hostname, domains),
  );
  return { domains, starts: starts.slice(0, STARTS_MAX) };
}

/** A picture of the actor's own; one of the organisation's is shown to everybody. */
async function assertPicture(tx: Transaction, actor: Actor, fileId: string | null, isShared: boolean): Promise<void> {
  if (!fileId) return;
  const isFine = isShared
    ? await publishPicture(tx, actor.id, fileId, PICTURES)
    : PICTURES.includes((await findReadableFile(tx, actor.id, fileId))?.type ?? "");
  if (!isFine) throw new AppError("invalidInput", { data: { fields: { iconFileId: "invalid" } } });
}

const logged = (row: SearchSourceRow) => {
  const { name, domains, isIndexed, everyHours, pageCap, pauseMs } = row;
  return { name, domains, isIndexed, everyHours, pageCap, pauseMs };
};
