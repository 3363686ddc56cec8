import "server-only";
import { db } from "@/db/client";
import { findFilesByName, listSearchableSets, type SearchableSet } from "@/db/queries/knowledge/search";
import { APP } from "@/lib/areas/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { loadConfig } from "@/lib/config/system-config";
import { P } from "@/lib/permissions/codes";
import { searchSets } from "@/lib/retrieval/search";
import type { SearchHit, SearchRequest } from "@/lib/retrieval/types";
import { SEARCH_HITS_MAX } from "../../limits";
import type { FoundQaDto } from "../../qa-dto";
import type { FoundFileDto, FoundSliceDto, SearchDto } from "../../search-dto";
import type { SearchInput } from "../../search-schema";
import { KIND_OF } from "../file-kind";
import { findQa } from "../qa/find";
import { daysOf } from "../qa/list";
import { type Found, rankScore } from "../retrieval/found";
import { excerptOf, WordFinder } from "./words";

const DAY_MS = 86_400_000;
/** Choices shown of one filter. */
const CHOICES = 20;
/** Files the palette is given. */
const NAMED = 6;
/** Likeness in meaning that speaks for a slice, and where it has no word in common that could have made it alike. */
const LIKENESS = 0.5;
const LIKENESS_WITHOUT_WORDS = 0.3;

/** A place that was found: a slice, or a file by its name alone. */
interface Place {
  set: SearchableSet;
  hit: SearchHit | null;
}

type Filters = Omit<SearchInput, "query">;
/** Filters that have a list of choices with counts. */
type Facet = "baseIds" | "kinds" | "tags" | "ownerIds" | "expired";

/** Slices and files of all bases a person reaches that say what is searched for (spec 2), best first, with the words found. */
export async function searchFiles(actor: Actor, { query, ...filters }: SearchInput): Promise<SearchDto> {
  requirePermission(actor, P.KB_SEARCH);
  const began = performance.now();
  const finder = new WordFinder(query);
  const all = await listSearchableSets(db(), subjectsOf(actor));
  const chosen = all.filter((set) => passes(set, filters));
  const asked = { query, finder };
  const whole = placesIn(actor, all, asked);
  const curated = curatedFor(actor, query, filters);
  // What another choice would leave is counted where nothing is chosen; meanwhile the choice is searched.
  const [everywhere, places, qa] = await Promise.all([
    whole,
    chosen.length === all.length ? whole : placesIn(actor, chosen, asked),
    curated,
  ]);
  const hits = places.flatMap(({ hit }) => (hit ? [hit] : []));
  return {
    qa,
    files: filesOf(places, finder),
    facets: facetsOf(everywhere, filters, all),
    slices: hits.length,
    isCut: hits.length >= SEARCH_HITS_MAX,
    isByWords: hits.length > 0 && hits.every(({ scores }) => scores.vector === undefined),
    ms: Math.round(performance.now() - began),
  };
}

/** The pair of the bases that are searched, or of the center, that answers the words. Filters of files leave it out. */
async function curatedFor(actor: Actor, question: string, filters: Filters): Promise<FoundQaDto | null> {
  const { baseIds, kinds, tags, ownerIds, days } = filters;
  if (kinds.length + tags.length + ownerIds.length > 0 || days !== undefined) return null;
  const [{ strategy, qaMinScore }, { timeZone }] = await Promise.all([
    loadConfig("knowledgeChat"),
    loadConfig("customConfig"),
  ]);
  if (strategy === "model") return null;
  const found = await findQa(actor, { baseIds: baseIds.length > 0 ? baseIds : "all", question, minScore: qaMinScore });
  if (!found) return null;
  const { id, baseId, baseName, question: asked, answer, authorName: author, updatedAt, validUntil } = found.qa;
  return {
    ...{ id, baseId, baseName, question: asked, answer, author },
    updatedAt: updatedAt.toISOString(),
    validUntil: daysOf({ validFrom: null, validUntil }, timeZone).validUntil,
  };
}

function passes(set: SearchableSet, filters: Filters, but?: Facet): boolean {
  const { baseIds, kinds, tags, ownerIds, days, expired } = filters;
  const fits = (facet: Facet, chosen: readonly unknown[], has: () => boolean) =>
    facet === but || chosen.length === 0 || has();
  return (
    (expired || set.isValid || but === "expired") &&
    (days === undefined || set.updatedAt.getTime() >= Date.now() - days * DAY_MS) &&
    fits("baseIds", baseIds, () => baseIds.includes(set.baseId)) &&
    fits("kinds", kinds, () => kinds.includes(KIND_OF[set.format])) &&
    fits("tags", tags, () => tags.some((tag) => set.tags.includes(tag))) &&
    fits("ownerIds", ownerIds, () => set.ownerId !== null && ownerIds.includes(set.ownerId))
  );
}

interface Asked {
  query: string;
  finder: WordFinder;
}

/**
 * Slices of all bases a person reaches that say something of a question, best first, of files within their days; the calls of
 * models belong to `app`.
 */
export async function findEverywhere(
  actor: Actor,
  { query, limit, app }: { query: string; limit: number; app: string },
): Promise<Found[]> {
  requirePermission(actor, P.KB_CHAT, P.KB_SEARCH);
  const sets = (await listSearchableSets(db(), subjectsOf(actor))).filter(({ isValid }) => isValid);
  const bySet = new Map(sets.map((set) => [set.id, set]));
  const finder = new WordFinder(query);
  const found = (await rankedHits(actor, sets, { query, app })).flatMap((hit) => {
    const set = bySet.get(hit.setId);
    return set && speaks(hit, finder) ? [{ set, hit, score: hit.score }] : [];
  });
  return found.slice(0, limit);
}

/** Slices that say something of what is searched for, best first, then files that are only called by it. */
async function placesIn(actor: Actor, sets: readonly SearchableSet[], { query, finder }: Asked): Promise<Place[]> {
  const bySet = new Map(sets.map((set) => [set.id, set]));
  const places = (await rankedHits(actor, sets, { query, app: APP.KNOWLEDGE })).flatMap((hit) => {
    const set = bySet.get(hit.setId);
    return set && speaks(hit, finder) ? [{ set, hit }] : [];
  });
  const found = new Set(places.map(({ set }) => set.fileId));
  const named = sets.filter(({ fileId, fileName }) => !found.has(fileId) && finder.has(fileName));
  return [...places, ...named.slice(0, SEARCH_HITS_MAX).map((set) => ({ set, hit: null }))];
}

/** By its words, or by its meaning alone. */
function speaks({ heading, text, scores: { vector = 0, lexical } }: SearchHit, finder: WordFinder): boolean {
  const likeness = lexical === undefined ? LIKENESS_WITHOUT_WORDS : LIKENESS;
  return vector >= likeness || finder.has(text) || finder.has(heading);
}

/**
 * One list. Vectors of one model are weighed against words as everywhere; of several models each brings a list of its own, and
 * the places in them count, because scores of different models say nothing about each other.
 */
async function rankedHits(
  actor: Actor,
  sets: readonly SearchableSet[],
  { query, app }: { query: string; app: string },
): Promise<SearchHit[]> {
  const run = async (mode: SearchRequest["mode"], members: readonly SearchableSet[]) => {
    const { hits } = await searchSets(actor, { app, sets: members, query, topK: SEARCH_HITS_MAX, mode });
    return hits;
  };
  const spaces = Map.groupBy(
    sets.filter(({ embeddingModelId }) => embeddingModelId !== null),
    ({ embeddingModelId }) => embeddingModelId,
  );
  if (spaces.size <= 1) return run("union", sets);
  const lists = await Promise.all([run("lexical", sets), ...[...spaces.values()].map((of) => run("vector", of))]);
  const merged = new Map<string, SearchHit>();
  for (const list of lists) {
    for (const [rank, hit] of list.entries()) {
      const known = merged.get(hit.sliceId);
      const score = (known?.score ?? 0) + rankScore(rank);
      merged.set(hit.sliceId, { ...hit, score, scores: { ...known?.scores, ...hit.scores } });
    }
  }
  return [...merged.values()]
    .sort((a, b) => b.score - a.score || (a.sliceId < b.sliceId ? -1 : 1))
    .slice(0, SEARCH_HITS_MAX);
}

function filesOf(places: readonly Place[], finder: WordFinder): FoundFileDto[] {
  return [...Map.groupBy(places, ({ set }) => set.fileId).values()].map((of) => {
    const { set } = of[0]!;
    const { fileId: id, versionId, fileName: name, format, tags, baseId, baseName, ownerName } = set;
    return {
      id,
      versionId,
      name,
      marks: finder.find(name),
      format,
      tags,
      baseId,
      baseName,
      ownerName,
      updatedAt: set.updatedAt.toISOString(),
      isExpired: !set.isValid,
      slices: of.flatMap(({ hit }) => (hit ? [sliceOf(hit, finder)] : [])),
    };
  });
}

function sliceOf(hit: SearchHit, finder: WordFinder): FoundSliceDto {
  const { sliceId, part, heading, from, to, text, picture } = hit;
  const found = finder.find(text);
  // A slice that was changed, or that repeats the head of its table, does not stand in the text word by word.
  const isVerbatim = !hit.isEdited && text.length === to - from;
  const places = isVerbatim ? found.map((range) => ({ from: from + range.from, to: from + range.to })) : [];
  return { sliceId, part, heading, from, to, picture, ...excerptOf(text, found), places };
}

function facetsOf(places: readonly Place[], filters: Filters, all: readonly SearchableSet[]): SearchDto["facets"] {
  const left = (facet: Facet) => places.filter(({ set }) => passes(set, filters, facet)).map(({ set }) => set);
  const names = new Map<string, string>();
  for (const { baseId, baseName, ownerId, ownerName } of all) {
    names.set(baseId, baseName);
    if (ownerId && ownerName) names.set(ownerId, ownerName);
  }
  const named = (counts: { id: string; count: number }[]) =>
    counts.flatMap(({ id, count }) => (names.has(id) ? [{ id, name: names.get(id)!, count }] : []));
  return {
    bases: named(counted(left("baseIds"), ({ baseId }) => [baseId], filters.baseIds)),
    kinds: counted(left("kinds"), ({ format }) => [KIND_OF[format]], filters.kinds),
    tags: counted(left("tags"), ({ tags }) => tags, filters.tags).map((one) => ({ ...one, name: one.id })),
    owners: named(counted(left("ownerIds"), ({ ownerId }) => (ownerId ? [ownerId] : []), filters.ownerIds)),
    expired: left("expired").filter(({ isValid }) => !isValid).length,
  };
}

/** How many there are of each, most first; those chosen are always among them. */
function counted<Id extends string>(
  sets: readonly SearchableSet[],
  idsOf: (set: SearchableSet) => readonly Id[],
  chosen: readonly Id[],
): { id: Id; count: number }[] {
  const counts = new Map<Id, number>(chosen.map((id) => [id, 0]));
  for (const set of sets) for (const id of idsOf(set)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts]
    .map(([id, count]) => ({ id, count }))
    .sort((a, b) => Number(chosen.includes(b.id)) - Number(chosen.includes(a.id)) || b.count - a.count)
    .slice(0, CHOICES);
}

/** Files of bases a person reaches by a part of their name. */
export async function findFiles(actor: Actor, keyword: string | undefined) {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  if (!keyword) return { items: [] };
  return { items: await findFilesByName(db(), subjectsOf(actor), { keyword, limit: NAMED }) };
}
