import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { listNamableBases } from "@/lib/conversation/named-sources";
import { P } from "@/lib/permissions/codes";
import { listToolsWithoutModel } from "@/lib/tools/registry";
import type { PartsQuery } from "../schema";

/** Bases one look shows, and those an import can name. */
const BASES_SHOWN = 50;
const BASES_NAMED = 1000;

/** Bases a person may put questions to: those of some ids, or the last changed ones. */
export function usableBases(actor: Actor, ids?: readonly string[]) {
  return listNamableBases(actor, { ids, limit: BASES_NAMED });
}

/** What an app of this person may be made of: bases and tools they may use themselves. */
export async function listParts(actor: Actor, { keyword, ids }: PartsQuery) {
  requirePermission(actor, P.APPS_WORKBENCH);
  const [bases, tools] = await Promise.all([
    listNamableBases(actor, { keyword, ids, limit: BASES_SHOWN }),
    listToolsWithoutModel(actor),
  ]);
  return {
    bases,
    tools: tools.map(({ definition: { name, description }, key, title, server }) => ({
      name,
      description,
      key,
      title,
      server: server?.name ?? null,
    })),
  };
}
