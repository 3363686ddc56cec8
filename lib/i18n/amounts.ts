import { decimalOf, MICROS } from "@/lib/config/money";

const DECIMALS_MIN = 2;
/** A millionth is the smallest amount there is. */
const DECIMALS_MAX = 6;
/** From here on the fourth decimal of a sum says nothing. */
const SMALL_SUM = MICROS;
const SMALL_DECIMALS = 4;

type Amounts = Iterable<number | null | undefined>;

/** Decimals of a column of prices or calls: those of the amount that has most, for all of them. */
export function decimalsOf(amounts: Amounts): number {
  let most = DECIMALS_MIN;
  for (const micros of amounts) {
    if (micros) most = Math.max(most, decimalOf(Math.abs(micros)).split(".")[1]?.length ?? 0);
  }
  return most;
}

/** Decimals of a column of sums: four where one would be next to nothing with two. */
export function decimalsOfSums(amounts: Amounts): number {
  for (const micros of amounts) if (micros && Math.abs(micros) < SMALL_SUM) return SMALL_DECIMALS;
  return DECIMALS_MIN;
}

/** Formatters are costly to make, and the same for all rows of a list. */
const known = new Map<string, Intl.NumberFormat>();

/**
 * An amount with the sign of its currency, `¥` in every language. With so many decimals where a column gives them, otherwise
 * with those it has.
 */
export function moneyText(language: string, micros: number, currency: string, decimals?: number): string {
  const key = `${language} ${currency} ${decimals}`;
  const format =
    known.get(key) ??
    new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: decimals ?? DECIMALS_MIN,
      maximumFractionDigits: decimals ?? DECIMALS_MAX,
    });
  known.set(key, format);
  return format.format(micros / MICROS);
}
