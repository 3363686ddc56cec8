import "server-only";
import { db, violatedConstraint } from "@/db/client";
import type { NewTurn, TurnContext } from "@/db/queries/chat";
import { findRunByKey } from "@/db/queries/runs";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/http/errors";

/** How many answers a person, and a chat, may have at the same time. */
export async function mostAnswers(): Promise<NewTurn["most"]> {
  const { answersPerPerson, answersPerChat } = await loadConfig("gatewayConfig");
  return { perPerson: answersPerPerson, perChat: answersPerChat };
}

/** How many answers are being stored in this process, by person and by chat. */
const shared = globalThis as typeof globalThis & { __beginning?: Map<string, number> };
shared.__beginning ??= new Map();
const beginning = shared.__beginning;

/**
 * Notes that an answer is about to be stored, until `done`. `mayBeRefused` says that it would be one too many if all that
 * are being stored get their place: it reaches no supplier then before it is known.
 */
export function beginAnswer(
  { userId, sessionId, most }: Pick<NewTurn, "userId" | "sessionId" | "most">,
  running: TurnContext["running"],
): { mayBeRefused: boolean; done: () => void } {
  const counted = [userId, sessionId];
  const [byPerson = 0, inChat = 0] = counted.map((id) => beginning.get(id) ?? 0);
  for (const id of counted) beginning.set(id, (beginning.get(id) ?? 0) + 1);
  const done = () => {
    for (const id of counted) {
      const left = (beginning.get(id) ?? 1) - 1;
      if (left > 0) beginning.set(id, left);
      else beginning.delete(id);
    }
  };
  const mayBeRefused = running.byPerson + byPerson >= most.perPerson || running.inChat + inChat >= most.perChat;
  return { mayBeRefused, done };
}

/**
 * The run of a repeated post that came while the first was being stored. The first holds the key, and may hold the last
 * place as well. Null: the error means something else.
 */
export async function repeatedRun(userId: string, key: string | null, error: unknown): Promise<string | null> {
  const isFull = error instanceof AppError && (error.key === "answersLimit" || error.key === "chatAnswersLimit");
  if (!key || !(isFull || violatedConstraint(error) === "runs_idempotency_key")) return null;
  return findRunByKey(db(), userId, key);
}
