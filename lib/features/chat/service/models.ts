import "server-only";
import { db } from "@/db/client";
import { listSuppliers } from "@/db/queries/models";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { canSee } from "@/lib/models/chat";
import { listChatModels } from "@/lib/models/registry";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import type { ChatModelDto } from "../dto";

/** Models a person may chat with, the default first. */
export async function chatModels(actor: Actor): Promise<{ items: ChatModelDto[]; defaultId: string | null }> {
  requirePermission(actor, P.CHAT, P.DOCUMENT);
  const [{ models, defaultId }, suppliers] = await Promise.all([listChatModels(actor), listSuppliers(db())]);
  const names = new Map(suppliers.map((supplier) => [supplier.id, supplier.name]));
  const items = models.map((model) => ({
    id: model.id,
    name: model.name,
    supplier: names.get(model.channels[0]?.supplierId ?? "") ?? "",
    builtin: model.channels[0]?.template === BUILTIN_TEMPLATE,
    abilities: model.abilities,
    sees: canSee(model),
    contextWindow: model.contextWindow,
  }));
  return { items, defaultId };
}
