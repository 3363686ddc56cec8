import { imageOptionsOf, qualityFor } from "@/lib/models/image-options";
import { imageOptions, toImageForm, toImageOptions } from "@/lib/models/image-schema";

const way = (template: string, upstreamModel: string) => ({ template, upstreamModel });
const of = (...channels: ReturnType<typeof way>[]) => imageOptionsOf({ channels });

describe("what an image model takes", () => {
  it("is told by its name, whoever serves it", () => {
    for (const template of ["openai", "azure-openai", "openai-compatible"]) {
      expect(of(way(template, "gpt-image-1.5-2026-01-01"))).toMatchObject({
        sizes: { vertical: "1024x1536", square: "1024x1024", horizontal: "1536x1024" },
        qualities: ["standard", "hd"],
        styles: [],
        seed: false,
        negativePrompt: false,
        edit: true,
        mask: true,
      });
    }
    expect(of(way("openai", "dall-e-3"))).toMatchObject({ styles: ["vivid", "natural"], countMax: 1, edit: false });
    expect(of(way("google", "gemini-3-pro-image-preview"))).toMatchObject({
      edit: true,
      mask: false,
      negativePrompt: true,
    });
    expect(of(way("google", "imagen-4.0-generate-001"))).toMatchObject({
      ...{ qualities: ["standard", "hd"], countMax: 4, negativePrompt: false, edit: false, referencesMax: 0 },
    });
    expect(of(way("google", "imagen-4.0-fast-generate-001"))).toMatchObject({ qualities: [], countMax: 4 });
    expect(of(way("siliconflow", "Qwen/Qwen-Image"))).toMatchObject({ seed: true, negativePrompt: true, edit: false });
    expect(of(way("builtin", "any"))).toMatchObject({ sizes: {}, countMax: 1, edit: false });
  });

  it("is what all its channels take: a call may go to any of them", () => {
    const both = of(way("openai", "gpt-image-1.5"), way("openai", "dall-e-3"));
    expect(both).toMatchObject({ sizes: { square: "1024x1024" }, countMax: 1, styles: [], mask: false });
    expect(Object.keys(both.sizes)).toEqual(["square"]);
    expect(both.qualities).toEqual(["standard", "hd"]);
  });

  it("is what an administrator set, where they did", () => {
    const set = { ...of(way("openai", "gpt-image-1.5")), sizes: { square: "2048x2048" }, countMax: 2 };
    expect(imageOptionsOf({ channels: [way("openai", "gpt-image-1.5")], imageOptions: set })).toEqual(set);
    expect(imageOptions.safeParse({ ...set, sizes: { square: "2048" } }).success).toBe(false);
    expect(imageOptions.safeParse({ ...set, countMax: 11 }).success).toBe(false);
    expect(imageOptions.parse({ ...set, edit: false })).toMatchObject({ edit: false, mask: false });
    expect(toImageOptions(toImageForm(set))).toEqual(set);
  });

  it("has its own words for a quality", () => {
    expect(qualityFor(way("openai", "gpt-image-1.5"), "hd")).toBe("high");
    expect(qualityFor(way("openai", "dall-e-3"), "hd")).toBe("hd");
    expect(qualityFor(way("google", "imagen-4.0-ultra-generate-001"), "hd")).toBe("2K");
    expect(qualityFor(way("openai", "gpt-image-1.5"), "low")).toBe("low");
    expect(qualityFor(way("openai", "gpt-image-1.5"), undefined)).toBeUndefined();
  });
});
