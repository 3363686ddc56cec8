import "server-only";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import type { ChatSettings } from "@/lib/conversation/settings";
import { AppError } from "@/lib/errors/errors";
import { canSee } from "@/lib/models/chat";
import { recentHealth } from "@/lib/models/health";
import { listChatModels, resolveChatModel } from "@/lib/models/registry";
import { supportedOptions } from "@/lib/models/supported-options";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import type { ResolvedModel, RoutedChannel } from "@/lib/models/types";
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

/** What somebody called a supplier by its address alone. */
const ADDRESS = /:\/\/|:\d+$|^localhost\b|^\d{1,3}(\.\d{1,3}){3}\b/;

/**
 * Models a person may chat with, the default first. The built-in one quotes and does not answer: it is offered where no
 * other is, and where an administrator chose it.
 */
export async function chatModels(actor: Actor): Promise<{ items: ChatModelDto[]; defaultId: string | null }> {
  requirePermission(actor, ...CONVERSATION_CODES);
  const [{ models: usable, defaultId }, health] = await Promise.all([listChatModels(actor), recentHealth()]);
  const isBuiltin = ({ channels }: ResolvedModel) => channels[0]?.template === BUILTIN_TEMPLATE;
  const models = usable.every(isBuiltin)
    ? usable
    : usable.filter((model) => !isBuiltin(model) || model.id === defaultId);
  const items = models.map((model) => {
    const { id, name, abilities, contextWindow, channels } = model;
    return {
      id,
      name,
      supplier: supplierName(channels[0]),
      builtin: isBuiltin(model),
      abilities,
      sees: canSee(model),
      contextWindow,
      options: supportedOptions(model),
      status: health.get(id)?.status ?? "unknown",
      price: priceOf(channels[0]),
    };
  });
  return { items, defaultId };
}

/** Whose model it is, where that is a name. */
function supplierName(channel: RoutedChannel | undefined): string {
  const name = channel?.supplierName ?? "";
  return ADDRESS.test(name) ? "" : name;
}

/** What its first way costs; the built-in one costs nothing, which is not worth a word. */
function priceOf(channel: RoutedChannel | undefined): ChatModelDto["price"] {
  if (!channel?.price || channel.template === BUILTIN_TEMPLATE) return null;
  const { currency, inputPerMillion, outputPerMillion } = channel.price;
  if (inputPerMillion === null && outputPerMillion === null) return null;
  return { currency, input: inputPerMillion ?? 0, output: outputPerMillion ?? 0 };
}

/** Where a person who may do so connects models; null for others. */
export function modelAccessHref(actor: Actor): string | null {
  return hasPermission(actor, P.CONFIG_MODELS) ? "/system/system-manage/model-access?open=add" : null;
}
