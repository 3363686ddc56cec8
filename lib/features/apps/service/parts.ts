import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { listNamableBases } from "@/lib/conversation/named-sources";
import { listUsableModels } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import { listToolsForApp } from "@/lib/tools/registry";
import type { PartsQuery } from "../schema";
import { requireApp } from "./apps";
import { parametersOf } from "./parameters";

/** Bases one look shows, and those an import can name. */
const BASES_SHOWN = 50;
const BASES_NAMED = 1000;

/** Bases a person may put questions to: those of some ids, or the last changed ones. */
export function usableBases(actor: Actor, ids?: readonly string[]) {
  return listNamableBases(actor, { ids, limit: BASES_NAMED });
}

/** What an app may be made of: bases and tools this person may use, and tools the owner of the app made. */
export async function listParts(actor: Actor, { keyword, ids, appId }: PartsQuery) {
  requirePermission(actor, P.APPS_WORKBENCH);
  const ownerId = appId ? (await requireApp(actor, appId, "manage")).ownerId : actor.id;
  const [bases, tools, models] = await Promise.all([
    listNamableBases(actor, { keyword, ids, limit: BASES_SHOWN }),
    listToolsForApp(actor, ownerId),
    listUsableModels(actor),
  ]);
  return {
    bases,
    rerankModels: models.flatMap(({ id, name, type }) => (type === "rerank" ? [{ id, name }] : [])),
    tools: tools.map(({ definition: { name, description, parameters }, key, title, server }) => ({
      name,
      description,
      key,
      title,
      server: server?.name ?? null,
      parameters: parametersOf(parameters),
    })),
  };
}
