import "server-only";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { addPromptVersion, listPromptVersions, saveSearchValues } from "@/db/queries/search/settings";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { CHAT_TYPES, type ModelType } from "@/lib/config/model-kinds";
import { loadConfig } from "@/lib/config/system-config";
import { assertCurrent } from "@/lib/editing/current";
import { revisionOf } from "@/lib/editing/revision";
import { AppError } from "@/lib/errors/errors";
import { listUsableModels } from "@/lib/models/registry";
import type { ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import type { PromptVersionDto, SearchParamsDto, SearchParamsScopeDto } from "../../settings/dto";
import {
  PROMPT_KEYS,
  PROMPT_VERSIONS_MAX,
  type PromptKey,
  SEARCH_NODES,
  type SettingsScope,
} from "../../settings/kinds";
import type { SetSearchValues, searchParamsPut, searchParamsReset } from "../../settings/schema";
import { NOTHING_SET, resolved, searchSettings, storedValues, templateOf } from "./settings";

const ownerOf = (actor: Actor, scope: SettingsScope) => (scope === "own" ? actor.id : null);
const requireScope = (actor: Actor, scope: SettingsScope) => {
  requirePermission(actor, P.SEARCH);
  if (scope === "organisation") requirePermission(actor, P.CONFIG_TOOLS);
};

/** What a person's searches follow, what of it is their own, and for who looks after tools what the organisation sets. */
export async function readSearchParams(actor: Actor): Promise<SearchParamsDto> {
  requirePermission(actor, P.SEARCH);
  const [effective, own, organisation, { defaultLanguage }, usable] = await Promise.all([
    searchSettings(actor),
    storedValues(db(), actor.id),
    storedValues(db(), null),
    loadConfig("customConfig"),
    listUsableModels(actor),
  ]);
  const locale = actor.language ?? defaultLanguage;
  const scope = (values: SetSearchValues, below: SetSearchValues): SearchParamsScopeDto => ({
    values,
    inherited: resolved({ own: NOTHING_SET, organisation: below, locale }),
    revision: revisionOf(values),
  });
  const of = (types: readonly ModelType[]) =>
    usable.filter(({ type }) => types.includes(type)).map(({ id, name }) => ({ id, name }));
  return {
    effective,
    own: scope(own, organisation),
    organisation: hasPermission(actor, P.CONFIG_TOOLS) ? scope(organisation, NOTHING_SET) : null,
    models: { chat: of(CHAT_TYPES), vector: of(["vector"]) },
  };
}

/**
 * Sets all values of a scope; each text of a prompt that changes becomes a version. Throws noPermission, staleRecord, and
 * invalidInput naming a model that is not theirs to choose.
 */
export async function changeSearchParams(
  actor: Actor,
  scope: SettingsScope,
  { values, revision }: z.output<typeof searchParamsPut>,
): Promise<{ revision: string }> {
  requireScope(actor, scope);
  const isNamed = [...modelsOf(values).values()].some((id) => id);
  // Read before: inside the transaction it would wait for it (TRAPS b).
  const usable = isNamed ? await listUsableModels(actor) : [];
  return changing(actor, scope, revision, (before) => {
    assertModels(usable, values, before);
    return values;
  });
}

/** Gives prompts, or everything, back to what is inherited. Versions stay. Throws noPermission, staleRecord. */
export async function resetSearchParams(
  actor: Actor,
  scope: SettingsScope,
  { keys, revision }: z.output<typeof searchParamsReset>,
): Promise<{ revision: string }> {
  requireScope(actor, scope);
  return changing(actor, scope, revision, (before) => (keys ? withoutPrompts(before, keys) : NOTHING_SET));
}

function withoutPrompts({ base, nodes }: SetSearchValues, keys: readonly PromptKey[]): SetSearchValues {
  const { userPromptTemplate, ...rest } = base;
  const left = SEARCH_NODES.flatMap((node) => {
    const { promptTemplate, ...others } = nodes[node] ?? {};
    const stays = promptTemplate !== undefined && !keys.includes(node);
    const kept = stays ? { ...others, promptTemplate } : others;
    return Object.keys(kept).length > 0 ? [[node, kept] as const] : [];
  });
  const staysAnswer = userPromptTemplate !== undefined && !keys.includes("answer");
  return { base: staysAnswer ? base : rest, nodes: Object.fromEntries(left) };
}

async function changing(
  actor: Actor,
  scope: SettingsScope,
  revision: string | undefined,
  work: (before: SetSearchValues) => SetSearchValues,
): Promise<{ revision: string }> {
  const owner = ownerOf(actor, scope);
  const id = owner ?? "organisation";
  const after = await db().transaction(async (tx) => {
    const read = () => storedValues(tx, owner);
    await assertCurrent(tx, actor, { type: "search-params", id, given: revision, read });
    const before = await read();
    const next = work(before);
    await saveSearchValues(tx, owner, next);
    await keepVersions(tx, actor, { owner, before, next });
    // A person's own settings are their own matter.
    if (owner === null) {
      await recordAuditEvent(tx, actor, {
        action: "tool.search.change",
        target: { type: "search-params", id, name: "" },
        before: { ...before },
        after: { ...next },
      });
    }
    return next;
  });
  return { revision: revisionOf(after) };
}

async function keepVersions(
  tx: Transaction,
  actor: Actor,
  { owner, before, next }: { owner: string | null; before: SetSearchValues; next: SetSearchValues },
): Promise<void> {
  for (const key of PROMPT_KEYS) {
    const template = templateOf(next, key);
    if (template === undefined || template === templateOf(before, key)) continue;
    await addPromptVersion(tx, { owner, key, template, authorId: actor.id, most: PROMPT_VERSIONS_MAX });
  }
}

type Usable = Pick<ResolvedModel, "id" | "type">;

/** One that was chosen before may stay, also where this person may not use it. */
function assertModels(usable: readonly Usable[], values: SetSearchValues, before: SetSearchValues): void {
  const [named, known] = [modelsOf(values), modelsOf(before)];
  const changed = [...named].filter(([path, id]) => id && id !== known.get(path));
  const wrong = changed.filter(([path, id]) => {
    const types: readonly ModelType[] = path === "base.embeddingModelId" ? ["vector"] : CHAT_TYPES;
    return !usable.some((model) => model.id === id && types.includes(model.type));
  });
  if (wrong.length === 0) return;
  throw new AppError("invalidInput", {
    data: { fields: Object.fromEntries(wrong.map(([path]) => [`values.${path}`, "invalid"])) },
  });
}

function modelsOf({ base, nodes }: SetSearchValues): Map<string, string | null | undefined> {
  return new Map<string, string | null | undefined>([
    ["base.modelId", base.modelId],
    ["base.embeddingModelId", base.embeddingModelId],
    ["base.reflect.modelId", base.reflect?.modelId],
    ...SEARCH_NODES.map((node) => [`nodes.${node}.modelId`, nodes[node]?.modelId] as const),
  ]);
}

/** The texts a prompt had in a scope, the newest first. Throws noPermission. */
export async function listSearchPrompts(
  actor: Actor,
  scope: SettingsScope,
  key: PromptKey,
): Promise<{ key: PromptKey; items: PromptVersionDto[] }> {
  requireScope(actor, scope);
  const rows = await listPromptVersions(db(), ownerOf(actor, scope), key, PROMPT_VERSIONS_MAX);
  return { key, items: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) };
}
