import { knownPriceOf } from "@/lib/models/known-prices";

describe("list prices", () => {
  it("name their source and day, in micro-units of their own currency", () => {
    expect(knownPriceOf("openai", "gpt-4o-mini")).toEqual({
      currency: "USD",
      source: expect.stringContaining("OpenAI"),
      asOf: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      inputPerMillion: 150_000,
      outputPerMillion: 600_000,
      cachedPerMillion: 75_000,
    });
    expect(knownPriceOf("deepseek", "deepseek-chat")).toMatchObject({ currency: "CNY", inputPerMillion: 2_000_000 });
    expect(knownPriceOf("openai", "whisper-1")).toMatchObject({ perMinute: 6000 });
  });

  it("hold for dated names of the same model, not for others that begin alike", () => {
    expect(knownPriceOf("openai", "gpt-4o-2024-08-06")).toMatchObject({ inputPerMillion: 2_500_000 });
    expect(knownPriceOf("anthropic", "claude-3-haiku-20240307")).toMatchObject({ inputPerMillion: 250_000 });
    expect(knownPriceOf("openai", "gpt-4o-audio-preview")).toBeNull();
  });

  it("are of the supplier's own interface only, and nobody else's objects", () => {
    expect(knownPriceOf("openrouter", "gpt-4o")).toBeNull();
    expect(knownPriceOf("openai-compatible", "gpt-4o")).toBeNull();
    expect(knownPriceOf("openai", "constructor")).toBeNull();
    expect(knownPriceOf("toString", "gpt-4o")).toBeNull();
  });
});
