import { type RefObject, useEffect, useRef } from "react";

/** Calls when an element comes near the visible part of its scrolling box; `margin` as of IntersectionObserver. */
export function useNear(
  mark: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
  margin: string,
  onNear: () => Promise<void>,
): void {
  const latest = useRef(onNear);
  latest.current = onNear;
  useEffect(() => {
    const element = mark.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void latest.current();
      },
      { root: box.current, rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [mark, box, margin]);
}
