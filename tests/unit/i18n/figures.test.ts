import compile from "icu-minify/compile";
import { type Figures, wholeFigures } from "@/lib/i18n/figures";
import { LOCALES } from "@/lib/i18n/locales";
import { loadTexts } from "@/lib/i18n/messages";

const GIVEN: Figures[] = [{}, { seconds: 3 }, { max: 1, limit: "x" }];

// The built product has its texts compiled, everything else as they were written.
describe.each(LOCALES)("figures of errors, %s", (locale) => {
  it("are found alike in a text and in what the build makes of it", async () => {
    const texts = Object.entries((await loadTexts(locale, "errors")) as Record<string, string>);
    const withFigures = texts.filter(([, text]) => text.includes("{"));
    expect(withFigures.length).toBeGreaterThan(20);
    for (const [key, text] of texts) {
      for (const given of GIVEN) {
        expect([key, wholeFigures(compile(text), given)]).toEqual([key, wholeFigures(text, given)]);
      }
    }
  });
});

it("of a compiled text without a variant for none make it unsayable", () => {
  expect(wholeFigures(compile("Try again in {seconds} seconds"), {})).toBeNull();
  expect(wholeFigures(compile("Try again in {seconds} seconds"), { seconds: 3 })).toEqual({ seconds: 3 });
  expect(wholeFigures(compile("Busy{seconds, select, none {} other {, {seconds} s}}"), {})).toEqual({
    seconds: "none",
  });
  expect(wholeFigures(compile("<b>At most {max}</b>"), {})).toBeNull();
  expect(wholeFigures(compile("{n, plural, one {# file} other {# files}}"), {})).toBeNull();
});
