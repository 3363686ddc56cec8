import "server-only";
import { v7 } from "uuid";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { resolveChatModel } from "@/lib/models/registry";
import type { ResolvedModel } from "@/lib/models/types";
import type { Asked } from "./asking";
import type { ComparedDto, ComparisonDto } from "./dto";
import type { Begun } from "./turn";

/** What one of the models is asked: all of it but the first without the question, which is stored by then. */
export type AskedOne = Asked & { model: ResolvedModel; comparisonId: string };

/**
 * Asks several models the same at once (spec B5): siblings that answer side by side. Thrown is what stands in the way
 * of the first; a later model that refuses leaves the others alone. Throws alreadyAsked for a repeated post.
 */
export async function compareModels(
  actor: Actor,
  { context, question, key }: Asked,
  modelIds: readonly string[],
  begin: (one: AskedOne) => Promise<Begun>,
): Promise<ComparisonDto> {
  if (context.repeatedRunId) throw new AppError("alreadyAsked");
  const models = await Promise.all(modelIds.map((id) => resolveChatModel(actor, id)));
  const comparisonId = v7();
  const answers: ComparedDto[] = [];
  for (const [index, model] of models.entries()) {
    const isFirst = index === 0;
    const running = { ...context.running, byPerson: context.running.byPerson + index };
    try {
      const begun = await begin({
        context: { ...context, running },
        question: { ...question, isNew: isFirst },
        key: isFirst ? key : null,
        model,
        comparisonId,
      });
      answers.push({ modelId: model.id, error: null, ...begun });
    } catch (error) {
      if (isFirst || !(error instanceof AppError)) throw error;
      answers.push({ modelId: model.id, runId: null, answerId: null, error: error.key });
    }
  }
  return { comparisonId, questionId: question.id, answers };
}
