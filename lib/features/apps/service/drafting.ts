import "server-only";
import { APP } from "@/lib/areas/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { completeText } from "@/lib/models/complete";
import { resolveChatModel } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import { INSTRUCTIONS_MAX } from "../limits";
import type { InstructionsWish } from "../schema";

const RULES = `You write the instructions (system prompt) of an assistant that the staff of an organisation use.

- Write in the language of the wish; where there is none, in the language of the present instructions.
- Markdown: the role first, then how it works step by step, what its answers look like, what it must not do.
- Concrete and short, at most 600 words. Keep names between double braces such as {{name}} exactly as they are.
- Answer with the instructions alone, without comments and without a code block.`;

/** Drafts instructions from a wish, or improves those there are. Throws noModel, the limits, what the call failed with. */
export async function draftInstructions(
  actor: Actor,
  { kind, wish, current }: InstructionsWish,
  signal: AbortSignal,
): Promise<{ text: string }> {
  requirePermission(actor, P.APPS_WORKBENCH);
  const model = await resolveChatModel(actor);
  const asked = [
    kind === "generation" ? "It writes one document from a form that is filled in." : "It answers in a conversation.",
    wish && `Wish: ${wish}`,
    current && `Present instructions:\n\n${current}`,
  ];
  const text = await completeText({
    actor,
    app: APP.APPS,
    model,
    messages: [
      { role: "system", content: RULES },
      { role: "user", content: asked.filter(Boolean).join("\n\n") },
    ],
    signal,
  });
  return { text: [...text.trim()].slice(0, INSTRUCTIONS_MAX).join("") };
}
