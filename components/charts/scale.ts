const STEPS = [1, 2, 2.5, 4, 5, 10];

/** Round values from zero to above the highest, three or four steps. Whole ones where only whole things are counted. */
export function niceTicks(highest: number, whole = false): number[] {
  const options = [3, 4].map((count) => {
    const step = niceStep(highest / count, whole);
    return { count, step };
  });
  const [three, four] = options as [{ count: number; step: number }, { count: number; step: number }];
  const { count, step } = four.step * 4 < three.step * 3 ? four : three;
  return Array.from({ length: count + 1 }, (_, index) => round(step * index));
}

function niceStep(least: number, whole: boolean): number {
  if (!(least > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power;
  return whole ? Math.max(1, Math.ceil(step)) : step;
}

/** Binary fractions leave dust behind. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}

/** Which labels of an axis fit: every so many, so that each has its width. */
export function labelStride(count: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(1, width)));
}
