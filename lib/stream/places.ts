import "server-only";
import { db, violatedConstraint } from "@/db/client";
import { findRunByKey } from "@/db/queries/conversation/runs";
import type { NewTurn, TurnContext } from "@/db/queries/conversation/turns";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";

/** How many answers a person, and a chat, may have at the same time. */
export async function mostAnswers(): Promise<NewTurn["most"]> {
  const { answersPerPerson, answersPerChat } = await loadConfig("gatewayConfig");
  return { perPerson: answersPerPerson, perChat: answersPerChat };
}

/** What a context read so long ago did not count yet was stored or refused meanwhile, milliseconds. */
const READ_MS = 60_000;

interface Places {
  /** Answers that are being stored in this process; each resolves when it is known whether it was. */
  storing: Set<Promise<void>>;
  /** When others ended to be, stored or refused: moments of `performance.now()`. */
  ended: number[];
}
/** By person and by chat. */
const shared = globalThis as typeof globalThis & { __places?: Map<string, Places> };
shared.__places ??= new Map();
const places = shared.__places;

interface Beginning {
  /**
   * It would be one too many if all that are being stored, or were since `running` was read, got their place: it reaches
   * no supplier before it is known.
   */
  mayBeRefused: boolean;
  /** Resolves when those before it are stored or refused: who came first gets the place, for their call may be on its way. */
  turn: Promise<unknown>;
  /** To be called when it is stored or refused. */
  done: () => void;
}

/** Notes that an answer is about to be stored. */
export function beginAnswer(
  { userId, sessionId, most }: Pick<NewTurn, "userId" | "sessionId" | "most">,
  running: TurnContext["running"],
): Beginning {
  const [byPerson, inChat] = [placesOf(userId), placesOf(sessionId)];
  const others = ({ storing, ended }: Places) => storing.size + ended.filter((at) => at >= running.asOf).length;
  const mayBeRefused =
    running.byPerson + others(byPerson) >= most.perPerson || running.inChat + others(inChat) >= most.perChat;
  const turn = mayBeRefused ? Promise.all(byPerson.storing) : Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const { storing } of [byPerson, inChat]) storing.add(promise);
  const done = () => {
    end(userId, promise);
    end(sessionId, promise);
    resolve();
  };
  return { mayBeRefused, turn, done };
}

function placesOf(id: string): Places {
  const known = places.get(id) ?? { storing: new Set(), ended: [] };
  places.set(id, known);
  return known;
}

function end(id: string, promise: Promise<void>): void {
  const known = placesOf(id);
  known.storing.delete(promise);
  known.ended.push(performance.now());
  const forget = () => {
    known.ended.shift();
    if (known.storing.size === 0 && known.ended.length === 0) places.delete(id);
  };
  setTimeout(forget, READ_MS).unref();
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
