import { code, isExempt, sources } from "./source";

/** What we answer is no door. */
const ANSWERS = /^lib\/([\w-]+\/)+(\w+-)?dto\.ts$/;
const CODE = ["app/**/*.{ts,tsx}", "components/**/*.{ts,tsx}", "lib/**/*.{ts,tsx}"];
/** Text without a word about what it is for. An address is one too: `z.url()` lets NUL through. */
const BARE = /\bz\s*\.(string|url)\(/g;

describe("text at a door", () => {
  const found = sources(...CODE).filter((file) => code(file).search(BARE) >= 0);

  it("has a schema of lib/text, never a bare z.string() or z.url(), unless it says why", () => {
    expect(found.filter((file) => !isExempt(file, "text") && !ANSWERS.test(file))).toEqual([]);
  });

  it("has no exemption that nobody needs", () => {
    expect(sources(...CODE).filter((file) => isExempt(file, "text") && !found.includes(file))).toEqual([]);
  });
});
