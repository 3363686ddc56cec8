import { useEffect, useState } from "react";

/** What comes into view waits so long, milliseconds: who scrolls fast passes hundreds of pictures. */
const REST_MS = 150;
/** Work that came into view together is done in turns, or that of a whole screen would come in one go. */
const TURNS = 4;
const TURN_MS = 30;

/** As long as it takes a tile to cross the screen of who scrolls too fast to see one, milliseconds. */
const PASSING_MS = 200;

/** A list that moves or stands still, and what waits for it to stand still. */
export class Standstill {
  private isMoving = false;
  private readonly waiting = new Set<() => void>();

  /** Calls `done` once what asks has been in view for a while and the list stands still; answers how to take that back. */
  wait(place: number, done: () => void): () => void {
    const turnMs = (place % TURNS) * TURN_MS;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      if (!this.isMoving) return done();
      this.waiting.add(begin);
    };
    const begin = () => {
      timer = setTimeout(look, turnMs);
    };
    timer = setTimeout(look, REST_MS + turnMs);
    return () => {
      clearTimeout(timer);
      this.waiting.delete(begin);
    };
  }

  /** What comes in while the list moves may pass by. */
  get isPassing(): boolean {
    return this.isMoving;
  }

  tell(isMoving: boolean): void {
    this.isMoving = isMoving;
    if (isMoving) return;
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const begin of waiting) begin();
  }
}

/** That of a list which says whether it moves. */
export function useStandstill(isMoving: boolean): Standstill {
  const [standstill] = useState(() => new Standstill());
  useEffect(() => standstill.tell(isMoving), [standstill, isMoving]);
  return standstill;
}

/** True until what uses it has stayed, where it came in while its list moved. */
export function usePassing(standstill: Standstill): boolean {
  const [isPassing, setIsPassing] = useState(standstill.isPassing);
  // Time is the browser's.
  useEffect(() => {
    if (!isPassing) return;
    const timer = setTimeout(() => setIsPassing(false), PASSING_MS);
    return () => clearTimeout(timer);
  }, [isPassing]);
  return isPassing;
}
