import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { resolveChatModel } from "@/lib/models/registry";
import type { ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { listToolsFor, listToolsWithoutModel } from "@/lib/tools/registry";
import type { AvailableTool } from "@/lib/tools/types";
import type { ChatToolDto } from "../dto";

/**
 * The tools a question may use: those that are always there and the optional ones its chat switched on. A tool the model
 * cannot use is left out here and stays switched on for another model (spec B9).
 */
export async function chosenTools(
  actor: Actor,
  model: ResolvedModel,
  chosen: readonly string[] = [],
): Promise<AvailableTool[]> {
  const available = await listToolsFor(actor, model);
  return available.filter(({ optional, definition }) => !optional || chosen.includes(definition.name));
}

/** Every tool a person may use at all, with whether the model can. Throws modelNotFound. */
export async function listChatTools(actor: Actor, modelId?: string): Promise<{ items: ChatToolDto[] }> {
  requirePermission(actor, P.CHAT);
  const model = await resolveChatModel(actor, modelId);
  const [all, usable] = await Promise.all([listToolsWithoutModel(actor), listToolsFor(actor, model)]);
  const names = new Set(usable.map(({ definition }) => definition.name));
  const items = all.map(({ definition, key, title, server, optional, confirm }) => ({
    name: definition.name,
    description: definition.description,
    key,
    title,
    server: server?.name ?? null,
    optional,
    confirm,
    usable: names.has(definition.name),
  }));
  return { items };
}
