import { type RefObject, useEffect, useRef } from "react";
import type { Jump } from "./types";

interface Way {
  /** Makes sure that the place is drawn soon; called until it can be found. */
  bring: (jump: Jump) => void;
  /** Top of the place on the screen, when it is drawn. */
  find: (jump: Jump) => number | null;
}

/** Give up when a place does not appear. */
const PATIENCE_MS = 15_000;
/** Frames without a move after which the view has arrived; pictures and measured blocks may still push it. */
const CALM_FRAMES = 12;

/**
 * Brings a place to a third of the frame's height (design 7.6), the top of a page to the frame's top, and holds it there
 * until nothing moves any more or the person takes over.
 */
export function useArrive(frame: RefObject<HTMLElement | null>, jump: Jump | null, way: Way): void {
  const current = useRef(way);
  current.current = way;

  useEffect(() => {
    const box = frame.current;
    if (!box || !jump) return;
    const started = performance.now();
    let calm = 0;
    let handle = 0;
    let stopped = false;
    const stop = () => {
      stopped = true;
      cancelAnimationFrame(handle);
    };
    const step = () => {
      if (stopped) return;
      const top = current.current.find(jump);
      if (top === null) {
        calm = 0;
        current.current.bring(jump);
      } else {
        const { top: edge, height } = box.getBoundingClientRect();
        const away = top - edge - (jump.to === "part" ? 12 : height / 3);
        const before = box.scrollTop;
        if (Math.abs(away) > 1) box.scrollTop += away;
        calm = Math.abs(box.scrollTop - before) > 1 ? 0 : calm + 1;
      }
      if (calm < CALM_FRAMES && performance.now() - started < PATIENCE_MS) handle = requestAnimationFrame(step);
    };
    step();
    const events = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
    for (const name of events) box.addEventListener(name, stop, { passive: true });
    return () => {
      stop();
      for (const name of events) box.removeEventListener(name, stop);
    };
  }, [frame, jump]);
}
