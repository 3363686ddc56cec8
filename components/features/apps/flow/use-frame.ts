import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * What a canvas is drawn in, and whether it is there. Its size decides where the canvas begins, so the canvas waits for it:
 * drawn at another place first, all of it would be drawn twice.
 */
export function useFrame<Frame extends HTMLElement>(): { frame: RefObject<Frame | null>; isThere: boolean } {
  const frame = useRef<Frame>(null);
  const [isThere, setThere] = useState(false);
  useLayoutEffect(() => setThere(true), []);
  return { frame, isThere };
}
