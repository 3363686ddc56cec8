/** Models one question may go to at once (spec B5). */
export const COMPARED_MIN = 2;
export const COMPARED_MAX = 4;

/** Conversations changed in one call. */
export const BULK_MAX = 100;

/** spec 9: what histories are narrowed to. */
export const HISTORY_DAYS = [7, 30, 90, 180, 360] as const;

/** Messages of a shared conversation read at a time. */
export const SHARED_PAGE = 50;

/** Length as people count it: Unicode code points (spec B4). */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
/** Pictures of one question together, bytes: they go to the model in one request. */
export const PICTURES_BYTES_MAX = 20 * 1024 ** 2;
