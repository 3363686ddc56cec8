import "server-only";
import { type FinishedTurn, finishTurns } from "@/db/queries/conversation/runs";
import {
  findTurnContexts,
  insertPreparedTurns,
  insertTurns,
  type NewTurn,
  type TurnContext,
  type TurnWish,
} from "@/db/queries/conversation/turns";
import type { Reservation, Settlement } from "@/db/queries/models/usage";
import { Batcher } from "@/lib/batch";

/*
 * What an answer needs of the database, shared by those that begin or end at the same moment: a statement costs far more
 * than the rows it carries, above all on the embedded database, which runs one at a time.
 */

/** Turns in one statement at most. */
const MOST = 50;

interface Store {
  contexts: Batcher<TurnWish, TurnContext | null>;
  turns: Batcher<{ turn: NewTurn; reservation: Reservation }, string | null>;
  prepared: Batcher<NewTurn, string | null>;
  ends: Batcher<{ turn: FinishedTurn; settlement: Settlement }, undefined>;
}

// Routes and instrumentation may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __turnStore?: Store };
shared.__turnStore ??= {
  contexts: new Batcher((wishes) => findTurnContexts(wishes), { most: MOST }),
  // The places of a person are counted from stored rows: their next answer goes into the next statement.
  turns: new Batcher((turns) => insertTurns(turns), { most: MOST, keyOf: ({ turn }) => turn.userId }),
  prepared: new Batcher((turns) => insertPreparedTurns(turns), { most: MOST, keyOf: ({ userId }) => userId }),
  ends: new Batcher(
    async (ends) => {
      await finishTurns(ends);
      return ends.map(() => undefined);
    },
    { most: MOST },
  ),
};
const store = shared.__turnStore;

/** What a question needs of its conversation; null when that is not there or not theirs. */
export function findTurnContext(wish: TurnWish): Promise<TurnContext | null> {
  return store.contexts.add(wish);
}

/** Stores a turn with the reservation of its call; answers the limit that refused it, or null. */
export function storeTurn(turn: NewTurn, reservation: Reservation): Promise<string | null> {
  return store.turns.add({ turn, reservation });
}

/** As `storeTurn`, where the call is reserved later. */
export function storePreparedTurn(turn: NewTurn): Promise<string | null> {
  return store.prepared.add(turn);
}

/** Stores the end of an answer with what its last call used. */
export function storeEnd(turn: FinishedTurn, settlement: Settlement): Promise<void> {
  return store.ends.add({ turn, settlement });
}
