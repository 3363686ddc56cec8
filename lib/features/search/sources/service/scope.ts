import "server-only";
import type { SearchSourceRow, SourceScope } from "@/db/queries/search/sources";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { P } from "@/lib/permissions/codes";

/** Whose sources a person may change: their own, and the organisation's with the code for tools. */
export const scopeOf = (actor: Actor): SourceScope => ({
  userId: actor.id,
  isKeeper: hasPermission(actor, P.CONFIG_TOOLS),
});

/** As the operation log names it. */
export const targetOf = ({ id, name }: Pick<SearchSourceRow, "id" | "name">) => ({
  type: "search_source" as const,
  id,
  name,
});
