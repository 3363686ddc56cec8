import { decimalOf } from "@/lib/config/money";
import { amountsOf, CHARGES_OF, priceForm } from "@/lib/features/gateway/price-schema";
import { readState, stateQuery } from "@/lib/features/gateway/state";

const ID = "01a1fd1f-5a10-71ad-aad4-f35ea7eefbaa";

describe("the gateway's address", () => {
  it("carries tab, filters, page and the open drawer, and reads them back", () => {
    const state = readState({ tab: "log", model: ID, outcome: "failed", page: "3", open: ID });
    expect(state).toEqual({ tab: "log", filter: { model: ID, outcome: "failed" }, page: 3, open: ID });
    expect(readState(Object.fromEntries(new URLSearchParams(stateQuery(state))))).toEqual(state);
  });

  it("is empty for the screen as it begins", () => {
    expect(stateQuery(readState({}))).toBe("");
  });

  it.each([
    [{ tab: "nothing" }, { tab: "suppliers" }],
    [{ model: "1 or 1=1" }, { filter: {} }],
    [{ from: "yesterday" }, { filter: {} }],
    [{ page: "-1" }, { page: 1 }],
    [{ page: "one" }, { page: 1 }],
    [{ q: ["a", "b"] }, { filter: {} }],
  ])("takes %j as not asked", (params, expected) => {
    expect(readState(params as never)).toMatchObject(expected);
  });
});

describe("amounts of a price", () => {
  const typed = (text: string) => ({
    validFrom: "2026-11-21",
    validUntil: "",
    inputPerMillion: text,
    outputPerMillion: "",
    cachedPerMillion: "",
    perImage: "7",
    perMinute: "",
    perMillionCharacters: "",
  });

  it.each(["0.1", "0.2", "0.3", "1.005", "0.000001", "123456789.123456", "0"])("%s is exact", (text) => {
    const values = priceForm.parse(typed(text));
    const amounts = amountsOf(values, CHARGES_OF.chat);
    // A chat model is not charged by the image, whatever stood in its field.
    expect(Object.keys(amounts)).toEqual(["inputPerMillion"]);
    expect(Number.isSafeInteger(amounts.inputPerMillion)).toBe(true);
    expect(decimalOf(amounts.inputPerMillion!)).toBe(text);
  });

  it.each(["1.0000001", "-1", "1e3", "1,5", "abc", "1234567890"])("%s is refused", (text) => {
    expect(priceForm.safeParse(typed(text)).success).toBe(false);
  });
});
