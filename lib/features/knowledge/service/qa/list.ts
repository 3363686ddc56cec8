import "server-only";
import { db, type Queryable } from "@/db/client";
import { countQaStates, findQaRow, listQaAuthors, listQas, QA_RESOURCE, type QaRow } from "@/db/queries/knowledge/qas";
import { listNamedGrants } from "@/db/queries/permissions/grants";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { fieldsOf, revisionOf } from "@/lib/editing/revision";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { QaDetailDto, QaDto, QasDto } from "../../qa-dto";
import type { QaQuery } from "../../qa-schema";
import { placesOf, readablePlaces } from "./places";
import { requireScope } from "./scope";

/** Pairs of a base for who manages it; without one the center's. Throws noPermission, notFound. */
export async function readQas(
  actor: Actor,
  { baseId = undefined, page, pageSize, sort, ...narrowed }: QaQuery,
): Promise<QasDto> {
  const scope = await requireScope(actor, baseId);
  const filter = { ...narrowed, baseId: scope.baseId };
  const [{ rows, total }, states, authors, { timeZone }] = await Promise.all([
    listQas(db(), filter, { page, pageSize, sort }),
    countQaStates(db(), filter),
    listQaAuthors(db(), scope.baseId),
    loadConfig("customConfig"),
  ]);
  return { items: rows.map((row) => toQa(row, timeZone)), total, states, authors };
}

/** Days as people name them: the moment a pair ends is the one after its last day. */
export const daysOf = (row: { validFrom: Date | null; validUntil: Date | null }, timeZone: string) => ({
  validFrom: row.validFrom && dayIn(timeZone, row.validFrom),
  validUntil: row.validUntil && dayIn(timeZone, new Date(row.validUntil.getTime() - 1)),
});

function toQa(row: QaRow, timeZone: string): QaDto {
  const { synonyms, authorId, authorName, createdAt, updatedAt, validFrom, validUntil, ...rest } = row;
  return {
    ...rest,
    ...daysOf({ validFrom, validUntil }, timeZone),
    isExpired: validUntil !== null && validUntil.getTime() <= Date.now(),
    synonymCount: synonyms.length,
    author: { id: authorId, name: authorName },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

const EDITED = [
  "question",
  "answer",
  "synonyms",
  "validFrom",
  "validUntil",
  "visibility",
  "citations",
  "grants",
] as const;

/** What people edit of a pair: its revision is made of it, and a stale save is shown it. */
export const edited = (qa: Omit<QaDetailDto, "revision">) => fieldsOf(qa, EDITED);

/** A pair as it is edited. Throws noPermission, notFound. */
export async function editQa(actor: Actor, id: string): Promise<QaDetailDto> {
  requirePermission(actor, P.KB_MANAGE, P.KB_CENTER);
  const { timeZone } = await loadConfig("customConfig");
  return readDetail(db(), actor, id, timeZone);
}

/** The same inside of a transaction. */
export async function readDetail(at: Queryable, actor: Actor, id: string, timeZone: string): Promise<QaDetailDto> {
  const { row } = await requireQa(actor, id, at);
  const { authorId, authorName, citations, createdAt, updatedAt, validFrom, validUntil, ...rest } = row;
  const { shown } = await readablePlaces(actor, placesOf(citations), at);
  const detail = {
    ...rest,
    ...daysOf({ validFrom, validUntil }, timeZone),
    author: { id: authorId, name: authorName },
    citations: shown,
    grants: await listNamedGrants(at, QA_RESOURCE, id),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
  return { ...detail, revision: revisionOf(edited(detail)) };
}

/** A pair with its scope, for who may change it. Throws noPermission for one of the center, notFound. */
export async function requireQa(actor: Actor, id: string, at: Queryable = db()) {
  const row = await findQaRow(at, id);
  if (!row) throw new AppError("notFound");
  return { row, scope: await requireScope(actor, row.baseId, at) };
}
