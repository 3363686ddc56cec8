/** The nearest of some proportions to a size like `1024x768`; unset for anything else. */
export function ratioOf<Ratio extends string>(size: string | undefined, ratios: readonly Ratio[]): Ratio | undefined {
  const [, width, height] = /^(\d{1,5})[x:](\d{1,5})$/.exec(size ?? "") ?? [];
  const wanted = Math.log(Number(width) / Number(height));
  if (!Number.isFinite(wanted)) return undefined;
  const distance = (ratio: string) => {
    const [across = 1, down = 1] = ratio.split(":").map(Number);
    return Math.abs(Math.log(across / down) - wanted);
  };
  return ratios.toSorted((a, b) => distance(a) - distance(b))[0];
}
