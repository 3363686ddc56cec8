import "server-only";
import { db } from "@/db/client";
import { findBase, listReachableBases } from "@/db/queries/knowledge/bases";
import { listFoundFiles } from "@/db/queries/knowledge/chats";
import { findGroupedBase, findLastDone, listOpenTasksOf } from "@/db/queries/knowledge-operations/gap-changes";
import {
  countAsked,
  countChecks,
  countGaps,
  type GapFilter,
  type GapRow,
  listChangeable,
  listDepartments,
  listEvents,
  listFacets,
  listGaps,
  listQuestions,
  listTitles,
} from "@/db/queries/knowledge-operations/gaps";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { asReadBy } from "@/lib/citations/gone";
import { GAP_STATES } from "@/lib/config/knowledge-kinds";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { AppError } from "@/lib/errors/errors";
import { managersAmong } from "@/lib/features/knowledge/service/reach";
import { asIs } from "@/lib/features/knowledge/service/retrieval/queries";
import { searchBases } from "@/lib/features/knowledge/service/retrieval/search-bases";
import { centerSettings, settingsOf } from "@/lib/features/knowledge/service/retrieval/settings";
import type { MessagePart } from "@/lib/stream/parts";
import { cut } from "@/lib/text/storable";
import type { GapBoardDto, GapCardDto, GapDetailDto, GapEvent, GapQuestionDto } from "../gap-dto";
import { DAY_MS, NEAREST_FILES, QUESTION_SHOWN } from "../gap-limits";
import type { GapFilterQuery, GapQuery } from "../gap-schema";
import { gapFinding } from "./gap-finding";
import { beginningOf, gapRecheck } from "./gap-recheck";
import { requireGap, scopeOf, scopeWith } from "./gap-scope";

/** Names a filter offers, questions and steps of a gap that are shown. */
const FACETS = 200;
const QUESTIONS = 500;
const EVENTS = 200;
/** A gap is opened whatever the board is narrowed to. */
const ALWAYS = { since: new Date(0) };

export const filterOf = (actor: Actor, { days, ownerId, ...filter }: GapFilterQuery): GapFilter => ({
  ...filter,
  ownerId: ownerId === "me" ? actor.id : ownerId,
  since: new Date(Date.now() - days * DAY_MS),
});

/** The board in figures, and what it can be narrowed to. Throws notFound for a base that is not in the scope. */
export async function readBoard(actor: Actor, query: GapFilterQuery): Promise<GapBoardDto> {
  const scope = await scopeWith(actor, query.baseId);
  const filter = filterOf(actor, query);
  const { timeZone } = await loadConfig("customConfig");
  const [counts, asked, facets, own] = await Promise.all([
    countGaps(db(), scope, filter),
    countAsked(db(), scope, { ...query, day: dayIn(timeZone, filter.since) }),
    listFacets(db(), scope, filter.since, FACETS),
    listChangeable(db(), scope, query.baseId),
  ]);
  const subjects = query.baseId ? [query.baseId] : [...new Set([...own, ...facets.bases.map(({ id }) => id)])];
  const [running, foundAt] = await Promise.all([
    listOpenTasksOf(db(), gapFinding.kind, subjects),
    findLastDone(db(), gapFinding.kind, subjects),
  ]);
  const sum = (name: "done" | "total") => running.reduce((total, task) => total + task[name], 0);
  return {
    columns: GAP_STATES.map((state) => counts.find((row) => row.state === state) ?? { state, gaps: 0, questions: 0 }),
    asked,
    wrong: counts.reduce((total, { questions }) => total + questions, 0),
    foundAt: foundAt?.toISOString() ?? null,
    finding: running.length > 0 ? { done: sum("done"), total: sum("total") } : null,
    ...facets,
    bases: await withAsked(facets.bases, query.baseId),
    mayFind: own.length > 0,
  };
}

/** The base that is asked for has its name, also where it has no gaps. The caller has checked that it is in the scope. */
async function withAsked(bases: readonly { id: string; name: string }[], baseId: string | undefined) {
  const asked = baseId && !bases.some(({ id }) => id === baseId) ? await findGroupedBase(db(), baseId) : null;
  return asked ? [...bases, { id: asked.id, name: asked.name }] : [...bases];
}

/** Gaps of a state, or of all. Throws notFound for a base that is not in the scope. */
export async function listGapCards(actor: Actor, { state, page, pageSize, ...query }: GapQuery) {
  const scope = await scopeWith(actor, query.baseId);
  const filter = filterOf(actor, query);
  const [rows, counts] = await Promise.all([
    listGaps(db(), scope, filter, { state, limit: pageSize, offset: (page - 1) * pageSize }),
    countGaps(db(), scope, filter),
  ]);
  const total = counts.reduce((sum, row) => sum + (!state || row.state === state ? row.gaps : 0), 0);
  return { items: await toCards(actor, rows, filter.since), total };
}

/** Rows as cards: with a title this person may read, and whoever cannot close them any more marked. */
export async function toCards(actor: Actor, rows: readonly GapRow[], since: Date): Promise<GapCardDto[]> {
  const ids = rows.map(({ id }) => id);
  const [titles, departments, checks, running, fit] = await Promise.all([
    listTitles(db(), actor.id, ids, QUESTION_SHOWN),
    listDepartments(db(), ids, since),
    countChecks(db(), ids),
    listOpenTasksOf(db(), gapRecheck.kind, ids),
    fitOwners(actor, rows),
  ]);
  const asking = new Set(running.map(({ subject }) => subject));
  const parts = Map.groupBy(departments, ({ gapId }) => gapId);
  return rows.map(({ baseId, baseName, ownerId, ownerName, dueAt, stateAt, firstAt, ...row }) => ({
    ...row,
    base: { id: baseId, name: baseName },
    title: titles.get(row.id) ?? null,
    departments: (parts.get(row.id) ?? []).map(({ name, count }) => ({ name, count })),
    owner: ownerId ? { id: ownerId, name: ownerName ?? "", isGone: !fit.has(`${baseId} ${ownerId}`) } : null,
    dueAt: dueAt?.toISOString() ?? null,
    stateAt: stateAt.toISOString(),
    firstAt: firstAt.toISOString(),
    checks: { ...(checks.get(row.id) ?? { passed: 0, missed: 0, total: 0 }), isRunning: asking.has(row.id) },
  }));
}

/** Owners who can still decide about the base of their gap. */
async function fitOwners(actor: Actor, rows: readonly GapRow[]): Promise<Set<string>> {
  const owned = rows.filter(({ ownerId, state }) => ownerId && state !== "verified");
  const byBase = Map.groupBy(owned, ({ baseId }) => baseId);
  const bases = byBase.size > 0 ? await listReachableBases(db(), subjectsOf(actor), [...byBase.keys()]) : [];
  // What is done is nobody's to do any more.
  const fit = new Set(
    rows.flatMap(({ state, baseId, ownerId }) => (state === "verified" ? [`${baseId} ${ownerId}`] : [])),
  );
  for (const base of bases) {
    const people = [...new Set(byBase.get(base.id)!.map(({ ownerId }) => ownerId!))];
    for (const id of await managersAmong(base, people)) fit.add(`${base.id} ${id}`);
  }
  return fit;
}

/** A gap with its questions and what became of it. Throws notFound. */
export async function readGap(actor: Actor, id: string): Promise<GapDetailDto> {
  const scope = scopeOf(actor);
  await requireGap(actor, id);
  const [row] = await listGaps(db(), scope, ALWAYS, { id, limit: 1, offset: 0 });
  if (!row) throw new AppError("notFound");
  const [[card], questions, events, running] = await Promise.all([
    toCards(actor, [row], ALWAYS.since),
    listQuestions(db(), actor.id, id, QUESTIONS),
    listEvents(db(), id, EVENTS),
    listOpenTasksOf(db(), gapRecheck.kind, [id]),
  ]);
  const [asking] = running;
  const checked = questions.flatMap(({ checkedAt }) => checkedAt ?? []);
  return {
    ...card!,
    items: await toQuestions(actor, questions),
    events: events.map(({ id, kind, actorId, actorName, facts, createdAt }) => ({
      id,
      kind: kind as GapEvent,
      actor: actorId ? { id: actorId, name: actorName ?? "" } : null,
      facts: factsOf(facts),
      at: createdAt.toISOString(),
    })),
    checkedAt: checked.length > 0 ? new Date(Math.max(...checked.map(Number))).toISOString() : null,
    running: asking ? { done: asking.done, total: asking.total } : null,
  };
}

/** Ids stay in the table. */
function factsOf(facts: unknown): Record<string, number | string> {
  const known = Object.entries(facts as Record<string, unknown>);
  return Object.fromEntries(known.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
}

/** What the reader may not read of the files an answer cites does not come along. */
async function toQuestions(actor: Actor, rows: Awaited<ReturnType<typeof listQuestions>>): Promise<GapQuestionDto[]> {
  const before = await asReadBy(
    actor,
    rows.map((row) => ({ parts: beginningOf((row.before ?? []) as MessagePart[]) })),
  );
  const after = await asReadBy(
    actor,
    rows.map((row) => ({ parts: (row.now ?? []) as MessagePart[] })),
  );
  return rows.map(({ id, question, isGone, department, causes, reason, askedAt, ...check }, at) => ({
    id,
    question: question === null ? null : cut(question.trim(), QUESTION_SHOWN),
    isGone,
    department,
    causes,
    reason,
    askedAt: askedAt.toISOString(),
    before: before[at]!.parts,
    check: check.checkedAt && {
      miss: check.miss,
      cited: check.cited ?? 0,
      supported: check.supported ?? 0,
      checkedAt: check.checkedAt.toISOString(),
      parts: after[at]!.parts,
    },
  }));
}

/** Files of the base that come nearest to what the gap asks, of those the person may read. Throws notFound. */
export async function nearestFiles(actor: Actor, id: string) {
  const { baseId } = await requireGap(actor, id);
  const question = (await listTitles(db(), actor.id, [id], QUESTION_SHOWN)).get(id);
  const base = await findBase(db(), subjectsOf(actor), baseId, "view");
  if (!base || !question) return { items: [] };
  const settings = settingsOf(base.retrieval, await centerSettings());
  const calls = { app: APP.KNOWLEDGE };
  const [finds] = await searchBases(actor, [{ id: baseId, settings, queries: [asIs(question)] }], calls);
  const best = new Map<string, { name: string; score: number }>();
  for (const { set, score } of finds!.found) {
    if (!best.has(set.fileId)) best.set(set.fileId, { name: set.fileName, score });
  }
  const files = await listFoundFiles(db(), subjectsOf(actor), [...best.keys()].slice(0, NEAREST_FILES));
  const known = new Map(files.map((file) => [file.id, file]));
  const questions = await listQuestions(db(), actor.id, id, QUESTIONS);
  const askedAt = Math.max(...questions.map((row) => row.askedAt.getTime()));
  return {
    items: [...best].flatMap(([fileId, { name, score }]) => {
      const file = known.get(fileId);
      if (!file) return [];
      const shown = Math.round(Math.min(1, Math.max(0, score)) * 100) / 100;
      return [{ id: fileId, name, format: file.format, score: shown, isNew: file.date.getTime() > askedAt }];
    }),
  };
}
