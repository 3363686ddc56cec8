// Part `gaps` of `npm run bench:knowledge`: how long questions take to be put together by meaning.
import { clusters, unit } from "../../lib/features/knowledge-operations/gap-clusters.ts";
import { row } from "./knowledge-product.mjs";

const QUESTIONS = 10_000;
const MEANINGS = 1500;
const ALIKE = 0.7;
/** Seconds, at most. */
const GOAL = 10;

/** Numbers that are the same at each run. */
function numbers() {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

function questions(count, dimensions) {
  const next = numbers();
  const vector = () => unit(Array.from({ length: dimensions }, next));
  const centers = Array.from({ length: Math.ceil(MEANINGS * (count / QUESTIONS)) }, vector);
  return Array.from({ length: count }, (_, at) => {
    const noise = vector();
    const center = centers[at % centers.length];
    return { id: `q${String(at).padStart(6, "0")}`, vector: center.map((value, axis) => value + noise[axis] / 2) };
  });
}

export function gaps(isQuick) {
  const count = isQuick ? QUESTIONS / 10 : QUESTIONS;
  return [256, 1024].map((dimensions) => {
    const all = questions(count, dimensions);
    const begin = performance.now();
    const found = clusters(all, ALIKE);
    const seconds = (performance.now() - begin) / 1000;
    const what = `${count} questions of ${dimensions} dimensions, ${found.length} gaps`;
    return row(what, `${seconds.toFixed(1)} s`, `<= ${GOAL} s`, seconds <= GOAL);
  });
}
