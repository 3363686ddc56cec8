import { v7 } from "uuid";
import { insertTurns, type NewTurn } from "@/db/queries/conversation/turns";
import { Call } from "@/lib/models/call";
import { resolveChatModel } from "@/lib/models/registry";
import type { Person } from "./people";

interface TurnIds {
  runId: string;
  questionId: string;
  answerId: string;
  isContinued?: boolean;
}

/** The rows of an answer that another process began to write. */
export async function beginTurnElsewhere(
  asker: Person,
  sessionId: string,
  modelId: string,
  ids: TurnIds,
): Promise<void> {
  const rows: NewTurn = {
    runId: ids.runId,
    userId: asker.id,
    sessionId,
    instance: v7(),
    idempotencyKey: null,
    question: ids.isContinued
      ? null
      : { id: ids.questionId, parentId: undefined, parts: [{ type: "text", text: "hello" }] },
    answer: {
      id: ids.answerId,
      parentId: ids.questionId,
      modelId,
      modelName: "m",
      isContinued: ids.isContinued,
    },
    title: "hello",
    most: { perPerson: 5, perChat: 1 },
  };
  const model = await resolveChatModel(asker.actor, modelId);
  const call = new Call(
    {
      actor: asker.actor,
      app: "chat",
      requestId: ids.runId,
      model,
      writeReservation: async (reservation) => (await insertTurns([{ turn: rows, reservation }]))[0] ?? null,
    },
    { inputTokens: 100, outputTokens: 400, images: 0, characters: 0, audioMs: 0 },
    new AbortController().signal,
  );
  await call.reserved;
}
