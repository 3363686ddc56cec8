import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { outputGuard } from "@/lib/review/guard";
import { type ReviewHit, reviewInput } from "@/lib/review/review";
import type { OwnReviewRule } from "@/lib/review/rule-schema";
import { reviewRules } from "@/lib/review/rules";
import { asText } from "../../workflow/values";
import type { FlowRun, StepContext } from "./context";

/** What a rule held back, with its reply in place of the words. */
export const heldBack = ({ reply }: Pick<ReviewHit, "reply">) => new AppError("flowReviewed", { args: { reply } });

/** What people give to a run, before any node has it. Throws flowReviewed. */
export async function reviewGiven(
  actor: Actor,
  { appId, inputs, text, files }: Pick<FlowRun, "appId" | "inputs" | "text" | "files">,
  rules: readonly OwnReviewRule[],
): Promise<void> {
  const said = [text, ...Object.values(inputs).map(asText), ...files.map(({ name }) => name)].join("\n");
  const hit = await reviewInput(actor, said, { app: appId, reviewRules: rules });
  if (hit) throw heldBack(hit);
}

/** What a run answers, whichever node it comes from. Throws flowReviewed. */
export async function reviewAnswer({ run, reviewRules: own }: StepContext<"answer">, text: string): Promise<void> {
  if ((await reviewRules(own)).output.isEmpty) return;
  const guard = await outputGuard(await run.actor(), { app: run.appId, reviewRules: own });
  if (guard && !guard.allows(text) && guard.hit) throw heldBack(guard.hit);
}
