import "server-only";
import { z } from "zod";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { P } from "@/lib/permissions/codes";
import { NODE_EXAMPLES } from "../../workflow/examples";
import { NODE_DATA, NODE_TYPES } from "../../workflow/graph";

/** Kinds of nodes for programs that draw graphs. */
export function listNodeTypes(actor: Actor) {
  requirePermission(actor, P.APPS);
  return {
    items: NODE_TYPES.map((type) => ({
      type,
      schema: z.toJSONSchema(NODE_DATA[type], { io: "input", unrepresentable: "any" }) as Record<string, unknown>,
      example: NODE_EXAMPLES[type],
    })),
  };
}
