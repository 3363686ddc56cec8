import { UnpricedNote } from "@/components/common/unpriced-note";
import type { Figures } from "@/lib/features/reports/dto";
import { costOf } from "@/lib/features/reports/figures";
import { decimalsOfSums } from "@/lib/i18n/amounts";
import type { Format } from "./format";

interface CostProps {
  figures: Pick<Figures, "costMicros" | "unpriced">;
  format: Format;
}

/** What sums cost, and how many of their calls have no price; a dash where none has one. */
export function Cost({ figures, format }: CostProps) {
  return (
    <>
      <span className="whitespace-nowrap">{costText(figures, format)}</span>
      {figures.unpriced > 0 && <UnpricedNote count={figures.unpriced} className="block" />}
    </>
  );
}

export function costText(figures: CostProps["figures"], format: Format): string {
  const micros = costOf(figures);
  return micros === null ? "–" : format.money(micros);
}

/** The format of a column of costs: all of them have the same decimals. */
export function costColumn(format: Format, column: readonly CostProps["figures"][]): Format {
  const decimals = decimalsOfSums(column.map(costOf));
  return { ...format, money: (micros) => format.money(micros, decimals) };
}
