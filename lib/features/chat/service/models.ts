import "server-only";
import { db } from "@/db/client";
import { listSuppliers } from "@/db/queries/models/models";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import type { ChatSettings } from "@/lib/conversation/settings";
import { AppError } from "@/lib/errors/errors";
import { canSee } from "@/lib/models/chat";
import { listChatModels, resolveChatModel } from "@/lib/models/registry";
import { supportedOptions } from "@/lib/models/supported-options";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import type { ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import type { ChatModelDto } from "../dto";

/**
 * The model of a question: the one asked for, else the one its settings keep. A kept model that is gone by now gives way
 * to the default. Throws noModel, and modelNotFound for the one asked for.
 */
export async function keptModel(
  actor: Actor,
  wanted: string | undefined,
  { modelId }: ChatSettings,
): Promise<ResolvedModel> {
  if (wanted !== undefined || modelId === undefined) return resolveChatModel(actor, wanted);
  try {
    return await resolveChatModel(actor, modelId);
  } catch (error) {
    if (error instanceof AppError && error.key === "modelNotFound") return resolveChatModel(actor);
    throw error;
  }
}

/** Models a person may chat with, the default first. */
export async function chatModels(actor: Actor): Promise<{ items: ChatModelDto[]; defaultId: string | null }> {
  requirePermission(actor, ...CONVERSATION_CODES);
  const [{ models, defaultId }, suppliers] = await Promise.all([listChatModels(actor), listSuppliers(db())]);
  const names = new Map(suppliers.map((supplier) => [supplier.id, supplier.name]));
  const items = models.map((model) => {
    const { id, name, abilities, contextWindow, channels } = model;
    return {
      id,
      name,
      supplier: names.get(channels[0]?.supplierId ?? "") ?? "",
      builtin: channels[0]?.template === BUILTIN_TEMPLATE,
      abilities,
      sees: canSee(model),
      contextWindow,
      options: supportedOptions(model),
    };
  });
  return { items, defaultId };
}

/** Where a person who may do so connects models; null for others. */
export function modelAccessHref(actor: Actor): string | null {
  return hasPermission(actor, P.CONFIG_MODELS) ? "/system/system-manage/model-access" : null;
}
