/** Shares of the width that fits (1 is "fit width"). */
export const ZOOM_MIN = 0.5;
export const ZOOM_MAX = 4;

const STEPS = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];

/** The next step up or down. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const found = direction > 0 ? STEPS.find((step) => step > zoom + 0.01) : STEPS.findLast((step) => step < zoom - 0.01);
  return found ?? zoom;
}
