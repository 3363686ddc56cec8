/** Height of the list at most, pixels. */
export const LIST_MAX = 340;

/**
 * Above the composer, as long as there is room for the whole list or none below either: in a new chat the composer stands
 * high up. Decided before anything is found, since a list that is still short fits anywhere.
 */
export function sideOf({ top, bottom }: { top: number; bottom: number }, height: number): "top" | "bottom" {
  return top >= LIST_MAX || top >= height - bottom ? "top" : "bottom";
}
