import { PROMPT_CONTENT_MAX, VARIABLES_MAX } from "@/lib/features/prompts/limits";
import { newPrompt } from "@/lib/features/prompts/schema";
import { placeholders } from "@/lib/features/prompts/template";
import { LOCALES } from "@/lib/i18n/locales";
import { SHIPPED, SHIPPED_CATEGORIES, shippedText, shippedTexts } from "@/lib/prompts/shipped";

describe("shipped prompts", () => {
  it("are ten system roles and twelve user prompts, each of a kind there is", () => {
    expect(SHIPPED.filter(({ type }) => type === "role")).toHaveLength(10);
    expect(SHIPPED.filter(({ type }) => type === "user")).toHaveLength(12);
    const kinds = new Set<string>(SHIPPED_CATEGORIES.map(({ key }) => key));
    expect(SHIPPED.filter(({ category }) => !kinds.has(category))).toEqual([]);
    expect(new Set(SHIPPED.map(({ key }) => key)).size).toBe(SHIPPED.length);
  });

  describe.each(LOCALES)("in %s", (locale) => {
    it("are all there, and nothing else is", () => {
      expect(
        shippedTexts(locale)
          .map(([key]) => key)
          .sort(),
      ).toEqual(SHIPPED.map(({ key }) => key).sort());
    });

    it.each(SHIPPED)("$key would be taken from anybody", ({ key, type }) => {
      const text = shippedText(key, locale)!;
      expect(newPrompt.safeParse({ type, categoryId: null, ...text }).error).toBeUndefined();
      expect(text.content.length).toBeLessThan(PROMPT_CONTENT_MAX);
    });

    it.each(SHIPPED.filter(({ type }) => type === "user"))("$key asks for exactly its placeholders", ({ key }) => {
      const { content, variables } = shippedText(key, locale)!;
      const names = variables.map(({ name }) => name);
      expect([...names].sort()).toEqual(placeholders(content).sort());
      expect(names.length).toBeLessThanOrEqual(VARIABLES_MAX);
    });

    it("have names of their own", () => {
      const names = shippedTexts(locale).map(([, { name }]) => name);
      expect(new Set(names).size).toBe(names.length);
    });
  });

  it.each(SHIPPED)("$key asks for as much in both languages", ({ key }) => {
    const kinds = LOCALES.map((locale) =>
      shippedText(key, locale)!
        .variables.map(({ kind }) => kind)
        .sort(),
    );
    expect(kinds[0]).toEqual(kinds[1]);
  });
});
