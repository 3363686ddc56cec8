import { z } from "zod";
import type { ModelType } from "@/lib/config/model-kinds";
import { microsOf } from "@/lib/config/money";
import { pageQuery } from "@/lib/endpoint/paging";
import { line } from "@/lib/text/line";

/** What a channel may charge for. */
export const CHARGES = [
  "inputPerMillion",
  "outputPerMillion",
  "cachedPerMillion",
  "perImage",
  "perMinute",
  "perMillionCharacters",
] as const;
export type Charge = (typeof CHARGES)[number];

const TEXT: readonly Charge[] = ["inputPerMillion", "outputPerMillion", "cachedPerMillion"];
/** What suppliers charge for by the kind of model. */
export const CHARGES_OF: Record<ModelType, readonly Charge[]> = {
  chat: TEXT,
  language: TEXT,
  vision: TEXT,
  vector: ["inputPerMillion"],
  rerank: ["inputPerMillion"],
  image: ["perImage", "inputPerMillion", "outputPerMillion"],
  speech: ["perMillionCharacters", "perMinute"],
  transcription: ["perMinute", "inputPerMillion", "outputPerMillion"],
};

/** Millionths of the base currency; 0 is free. */
const micros = z.number().int("invalid").min(0, "invalid").max(1e15, "invalid").nullable().optional();
const day = z.iso.date("invalid");

export const newPrice = z
  .strictObject({
    validFrom: day,
    validUntil: day.nullable().optional(),
    inputPerMillion: micros,
    outputPerMillion: micros,
    cachedPerMillion: micros,
    perImage: micros,
    perMinute: micros,
    perMillionCharacters: micros,
  })
  .refine((row) => CHARGES.some((charge) => row[charge] != null), { path: ["inputPerMillion"], message: "required" })
  .refine((row) => !row.validUntil || row.validUntil >= row.validFrom, { path: ["validUntil"], message: "range" });
export type NewPrice = z.infer<typeof newPrice>;

/** The last valid day of a price; null: until further notice. */
export const pricePatch = z.strictObject({ validUntil: day.nullable() });
export type PricePatch = z.infer<typeof pricePatch>;

export const priceQuery = pageQuery.extend({ only: z.enum(["unpriced"]).optional() });
export type PriceQuery = z.infer<typeof priceQuery>;

const money = line(40).regex(/^(\d{1,9}(\.\d{1,6})?)?$/, "money");
const optionalDay = line(20).regex(/^(\d{4}-\d{2}-\d{2})?$/, "invalid");

const amounts = {
  inputPerMillion: money,
  outputPerMillion: money,
  cachedPerMillion: money,
  perImage: money,
  perMinute: money,
  perMillionCharacters: money,
};

/** The form: amounts in units of the currency, empty ones are not charged. */
export const priceForm = z
  .object({
    validFrom: line(20).regex(/^\d{4}-\d{2}-\d{2}$/, "required"),
    validUntil: optionalDay,
    ...amounts,
  })
  .refine((row) => !row.validUntil || row.validUntil >= row.validFrom, { path: ["validUntil"], message: "range" });

/** The form of several models at once; a row without an amount is left as it is. */
export const pricesForm = z.object({ rows: z.array(z.object(amounts)) });
export type PricesForm = z.input<typeof pricesForm>;
export const rowOf = (): PricesForm["rows"][number] => ({
  inputPerMillion: "",
  outputPerMillion: "",
  cachedPerMillion: "",
  perImage: "",
  perMinute: "",
  perMillionCharacters: "",
});

/** The amounts of the form, exactly; null where nothing is typed. */
export function amountsOf(values: Record<Charge, string>, charges: readonly Charge[]): Partial<Record<Charge, number>> {
  return Object.fromEntries(
    charges.flatMap((charge) => {
      const text = values[charge].trim();
      return text === "" ? [] : [[charge, microsOf(text)]];
    }),
  );
}
