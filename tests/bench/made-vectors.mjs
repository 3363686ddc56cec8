// Vectors of texts as an embedding model might give them, the same each time and without a model. A text is the sum of its
// words, each a direction among few: vectors that lie in all directions of 1,024 dimensions at random, which no model makes,
// are all equally far from each other, and an index of them can find nothing. Some noise of each text's own comes on top.
const DIRECTIONS = 48;
/** Part of a vector's length that is its text's alone. */
const NOISE = 0.35;
/** Words that say little: in languages with spaces the short ones. */
const SHORT = 4;
const SHORT_WEIGHT = 0.15;

const hashOf = (text) => {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return hash >>> 0;
};

/** Numbers around 0, the same for a seed each time. */
function scattered(seed, count) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 - 0.5;
  };
  return Float32Array.from({ length: count }, () => next() + next() + next());
}

const directions = new Map();
const words = new Map();
const WORDS_KEPT = 100_000;

function wordOf(word) {
  const known = words.get(word);
  if (known) return known;
  if (words.size >= WORDS_KEPT) words.clear();
  const made = scattered(hashOf(word), DIRECTIONS);
  words.set(word, made);
  return made;
}

function wordsIn(text) {
  const found = text.toLowerCase().match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? [];
  return found.flatMap((word) =>
    /\p{Script=Han}/u.test(word)
      ? Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2))
      : word,
  );
}

function normed(vector, length = 1) {
  let square = 0;
  for (const value of vector) square += value * value;
  const scale = length / (Math.sqrt(square) || 1);
  for (let at = 0; at < vector.length; at++) vector[at] *= scale;
  return vector;
}

/** The vector of a text, of length 1. */
export function madeVector(text, dimensions = 1024) {
  if (!directions.has(dimensions))
    directions.set(
      dimensions,
      Array.from({ length: DIRECTIONS }, (_, at) => scattered(at + 1, dimensions)),
    );
  const about = new Float32Array(DIRECTIONS);
  for (const word of wordsIn(text)) {
    const weight = word.length < SHORT && !/\p{Script=Han}/u.test(word) ? SHORT_WEIGHT : 1;
    const place = wordOf(word);
    for (let at = 0; at < DIRECTIONS; at++) about[at] += weight * place[at];
  }
  const vector = new Float32Array(dimensions);
  for (const [at, direction] of directions.get(dimensions).entries())
    for (let place = 0; place < dimensions; place++) vector[place] += about[at] * direction[place];
  const own = normed(scattered(hashOf(text), dimensions), NOISE);
  normed(vector);
  for (let place = 0; place < dimensions; place++) vector[place] += own[place];
  return normed(vector);
}
