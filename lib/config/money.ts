/** Millionths of a currency unit (ARCHITECTURE 9). */
export const MICROS = 1_000_000;

/** Micro-units of a decimal text with at most six decimals, exactly: no binary fractions on the way. */
export function microsOf(text: string): number {
  const [whole = "0", fraction = ""] = text.trim().split(".");
  return Number(whole || "0") * MICROS + Number(fraction.padEnd(6, "0").slice(0, 6) || "0");
}

/** The shortest decimal text of micro-units; exact. */
export function decimalOf(micros: number): string {
  const whole = Math.floor(micros / MICROS);
  const fraction = String(micros % MICROS)
    .padStart(6, "0")
    .replace(/0+$/, "");
  return fraction ? `${whole}.${fraction}` : String(whole);
}
