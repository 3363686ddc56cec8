/** Something with a name and other words it is known by. */
export interface Named {
  name: string;
  words: string;
}

/** Below every rank: nothing fits. */
const NOTHING = 3;

/** Chinese words are typed without spaces: 部门费用 asks for what is known by 部门 and 费用. A sign alone says too little. */
function isWrittenFrom(part: string, text: string): boolean {
  if (!/^\p{Script=Han}{4,16}$/u.test(part)) return false;
  const reached = [true];
  for (let end = 2; end <= part.length; end++) {
    reached[end] = reached.some((isStart, from) => isStart && end - from >= 2 && text.includes(part.slice(from, end)));
  }
  return reached[part.length] === true;
}

/** Signs a Chinese name may have more than what was typed for it: 新对话 asks for 新建对话. */
const LEFT_OUT_MAX = 2;

function isShortFor(part: string, name: string): boolean {
  if (!/^\p{Script=Han}{3,8}$/u.test(part) || part[0] !== name[0] || name.length > part.length + LEFT_OUT_MAX)
    return false;
  let at = 0;
  for (const sign of name) if (sign === part[at]) at += 1;
  return at === part.length;
}

/**
 * What fits the words that were typed, the best first, and how well the best does: all of them must stand in the name or the
 * other words. A name that begins with them (0) goes before one that holds them (1), and that before one only known by them.
 */
export function bestMatches<T extends Named>(
  entries: readonly T[],
  keyword: string,
  most: number,
): { entries: T[]; rank: number } {
  const asked = keyword.toLowerCase();
  const parts = asked.split(/\s+/).filter(Boolean);
  const found = entries
    .flatMap((entry) => {
      const name = entry.name.toLowerCase();
      const all = `${name} ${entry.words.toLowerCase()}`;
      if (!parts.every((part) => all.includes(part) || isWrittenFrom(part, all) || isShortFor(part, name))) return [];
      const rank = name.startsWith(asked) ? 0 : parts.every((part) => name.includes(part)) ? 1 : 2;
      return [{ entry, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most);
  return { entries: found.map(({ entry }) => entry), rank: found[0]?.rank ?? NOTHING };
}
