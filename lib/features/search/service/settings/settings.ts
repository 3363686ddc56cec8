import "server-only";
import { db, type Queryable } from "@/db/client";
import { findBothSearchValues, findSearchValues, listNewestVersions } from "@/db/queries/search/settings";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { fill } from "@/lib/grounding/prompt";
import type { Locale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";
import { DEFAULT_TEMPLATES } from "../../settings/defaults";
import {
  PLACES_OF,
  type Place,
  type PromptKey,
  SEARCH_NODES,
  type SearchNode,
  SOURCE_COUNT,
} from "../../settings/kinds";
import { type SetSearchValues, setSearchValues } from "../../settings/schema";

export type { SearchNode };

/** A prompt as it is used; `version` is null for the one that came with the product. */
export interface ResolvedNode {
  /** Null: the model that answers. */
  modelId: string | null;
  promptTemplate: string;
  version: number | null;
}

/** What holds for a person: their own values, where they set none the organisation's, then the product's (spec 3). */
export interface ResolvedSearchSettings {
  base: {
    modelId: string | null;
    /** Null: as many as the model can. */
    maxTokens: number | null;
    userPromptTemplate: string;
    version: number | null;
    /** Pages read at most. */
    sourceCount: number;
    embeddingModelId: string | null;
    reflect: { on: boolean; modelId: string | null };
  };
  nodes: Readonly<Record<SearchNode, ResolvedNode>>;
}

export const NOTHING_SET: SetSearchValues = { base: {}, nodes: {} };

/** The settings a person's searches follow. */
export async function searchSettings(actor: Actor): Promise<ResolvedSearchSettings> {
  requirePermission(actor, P.SEARCH);
  const [stored, versions, { defaultLanguage }] = await Promise.all([
    findBothSearchValues(db(), actor.id),
    listNewestVersions(db(), actor.id),
    loadConfig("customConfig"),
  ]);
  const [own, organisation] = [readValues(stored.own), readValues(stored.organisation)];
  const newest = (userId: string | null, key: PromptKey) =>
    versions.find((row) => row.userId === userId && row.key === key)?.version ?? null;
  return resolved({
    own,
    organisation,
    locale: actor.language ?? defaultLanguage,
    versionOf: (key) => {
      if (templateOf(own, key) !== undefined) return newest(actor.id, key);
      return templateOf(organisation, key) === undefined ? null : newest(null, key);
    },
  });
}

/** The prompt of a node with its places filled; what a template does not name is left out of it. */
export function nodePrompt(
  settings: ResolvedSearchSettings,
  node: SearchNode,
  values: Readonly<Partial<Record<Place, string>>>,
): string {
  const blank = Object.fromEntries(PLACES_OF[node].known.map((place) => [place, ""]));
  return fill(settings.nodes[node].promptTemplate, { ...blank, ...values });
}

/** As it is stored; what is no longer valid counts as not set. */
export async function storedValues(queryable: Queryable, owner: string | null): Promise<SetSearchValues> {
  return readValues(await findSearchValues(queryable, owner));
}

function readValues(stored: unknown): SetSearchValues {
  const parsed = setSearchValues.safeParse(stored ?? {});
  return parsed.success ? parsed.data : NOTHING_SET;
}

/** The text a scope gave a prompt. */
export function templateOf({ base, nodes }: SetSearchValues, key: PromptKey): string | undefined {
  return key === "answer" ? base.userPromptTemplate : nodes[key]?.promptTemplate;
}

interface Resolving {
  own: SetSearchValues;
  organisation: SetSearchValues;
  locale: Locale;
  versionOf?: (key: PromptKey) => number | null;
}

/** Own values over the organisation's over the product's, field by field. */
export function resolved({ own, organisation, locale, versionOf = () => null }: Resolving): ResolvedSearchSettings {
  const templates = DEFAULT_TEMPLATES[locale];
  const usual = {
    ...{ modelId: null, maxTokens: null, userPromptTemplate: templates.answer },
    ...{ sourceCount: SOURCE_COUNT.default, embeddingModelId: null },
  };
  const reflect = { on: true, modelId: null, ...organisation.base.reflect, ...own.base.reflect };
  const nodes = SEARCH_NODES.map((node): [SearchNode, ResolvedNode] => [
    node,
    {
      ...{ modelId: null, promptTemplate: templates[node] },
      ...organisation.nodes[node],
      ...own.nodes[node],
      version: versionOf(node),
    },
  ]);
  return {
    base: { ...usual, ...organisation.base, ...own.base, reflect, version: versionOf("answer") },
    nodes: Object.fromEntries(nodes) as Record<SearchNode, ResolvedNode>,
  };
}
