import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** This close to the end counts as being there, pixels. */
const NEAR = 60;

/**
 * Follows growing content as long as the reader is at its end, and never moves otherwise (design 7.6). `isAway` tells
 * that there is more below. `isHeld`: the end is not here, so nothing is followed.
 */
export function useStickToBottom(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  isHeld = false,
) {
  const held = useRef(isHeld);
  held.current = isHeld;
  const sticks = useRef(true);
  const lastTop = useRef(0);
  const [isAway, setIsAway] = useState(false);

  const toBottom = useCallback(
    (behavior: ScrollBehavior = "instant") => {
      const element = box.current;
      if (!element) return;
      sticks.current = true;
      setIsAway(false);
      element.scrollTo({ top: element.scrollHeight, behavior });
    },
    [box],
  );

  /** The reader goes to another place: growing content does not pull them back. */
  const letGo = useCallback(() => {
    sticks.current = false;
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [box]);

  useEffect(() => {
    const element = box.current;
    const inner = content.current;
    if (!element || !inner) return;
    const distance = () => element.scrollHeight - element.scrollTop - element.clientHeight;
    const handleScroll = () => {
      // Upwards by the reader lets go; content that grows moves the end, not the place.
      if (element.scrollTop < lastTop.current - 2 && distance() > NEAR) sticks.current = false;
      else if (distance() <= NEAR) sticks.current = !held.current;
      lastTop.current = element.scrollTop;
      setIsAway(!sticks.current && distance() > NEAR);
    };
    const observer = new ResizeObserver(() => {
      if (sticks.current && !held.current) element.scrollTop = element.scrollHeight;
      else setIsAway(distance() > NEAR);
    });
    observer.observe(inner);
    observer.observe(element);
    element.addEventListener("scroll", handleScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", handleScroll);
    };
  }, [box, content]);

  return { isAway, toBottom, letGo };
}
