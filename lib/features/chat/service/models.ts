import "server-only";
import { db } from "@/db/client";
import { listSuppliers } from "@/db/queries/models";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { listChatModels } from "@/lib/models/registry";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import type { ChatModelDto } from "../dto";

/** Models a person may chat with, the default first. */
export async function chatModels(actor: Actor): Promise<{ items: ChatModelDto[]; defaultId: string | null }> {
  requirePermission(actor, P.CHAT, P.DOCUMENT);
  const [{ models, defaultId }, suppliers] = await Promise.all([listChatModels(actor), listSuppliers(db())]);
  const names = new Map(suppliers.map((supplier) => [supplier.id, supplier.name]));
  const items = models.map(({ id, name, abilities, contextWindow, channels }) => ({
    id,
    name,
    supplier: names.get(channels[0]?.supplierId ?? "") ?? "",
    builtin: channels[0]?.template === BUILTIN_TEMPLATE,
    abilities,
    contextWindow,
  }));
  return { items, defaultId };
}
