/** Channels by the level they are tried at: those of the first level first, those of one level by the model's strategy. */
export type Levels = readonly (readonly string[])[];

/** Ids of channels by their priority, the lowest number first. */
export function levelsOf(channels: readonly { id: string; priority: number }[]): Levels {
  const priorities = [...new Set(channels.map(({ priority }) => priority))].sort((a, b) => a - b);
  return priorities.map((wanted) => channels.filter(({ priority }) => priority === wanted).map(({ id }) => id));
}

/**
 * One step up or down: a channel among others gets a level of its own beside them, one alone joins the neighbours. Each order
 * is reached in such steps. Unchanged at the ends.
 */
export function stepChannel(levels: Levels, id: string, direction: -1 | 1): Levels {
  const at = levels.findIndex((level) => level.includes(id));
  const level = levels[at];
  if (!level) return levels;
  if (level.length > 1) return insertLevel(without(levels, id), direction === -1 ? at : at + 1, id);
  const neighbour = levels[at + direction];
  return neighbour ? joinLevel(levels, id, neighbour[0] ?? "") : levels;
}

/** Puts a channel into the level of another. */
export function joinLevel(levels: Levels, id: string, other: string): Levels {
  if (id === other) return levels;
  return without(levels, id, true).map((level) => (level.includes(other) ? [...level, id] : level));
}

/** Gives a channel a level of its own before the level that stands at `index`. */
export function splitLevel(levels: Levels, id: string, index: number): Levels {
  return insertLevel(without(levels, id), index, id).filter((level) => level.length > 0);
}

function without(levels: Levels, id: string, dropEmpty = false): Levels {
  const left = levels.map((level) => level.filter((other) => other !== id));
  return dropEmpty ? left.filter((level) => level.length > 0) : left;
}

function insertLevel(levels: Levels, index: number, id: string): Levels {
  return [...levels.slice(0, index), [id], ...levels.slice(index)];
}

export function isSameOrder(a: Levels, b: Levels): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
