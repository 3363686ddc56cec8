import "server-only";
import {
  gapEvents,
  knowledgeAnswers,
  knowledgeAskers,
  knowledgeFindings,
  knowledgeGaps,
  parameterBackups,
  recallRuns,
  recallSets,
  recommendedQuestions,
} from "@/db/schema/knowledge-operations";
import type { Owned } from "@/lib/owned/owned";

export const KNOWLEDGE_OPERATIONS_OWNED: Owned = {
  exempt: {
    people: [
      [knowledgeAnswers.userId, "counts answers of conversations that are in the archive; it has no words"],
      [knowledgeAskers.userId, "counts who asked a base on a day"],
      [knowledgeFindings.askerId, "names an answer of a conversation that is in the archive; it has no words"],
      [knowledgeFindings.assigneeId, "who looks into an answer of a base, which belongs to the base"],
      [knowledgeGaps.ownerId, "who closes a gap of a base, which belongs to the base"],
      [gapEvents.actorId, "who did something about a gap of a base"],
      [recallSets.authorId, "who began a test of a base, which belongs to the base"],
      [recallRuns.authorId, "who ran a test of a base"],
      [parameterBackups.authorId, "who backed up the parameters of a base"],
      [recommendedQuestions.authorId, "who wrote a question the center recommends"],
    ],
    models: [[knowledgeGaps.modelId, "says what its center was made by; another model finds the gaps anew"]],
  },
};
