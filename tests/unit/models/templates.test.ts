import { knownModel, knownModels } from "@/lib/models/known-models";
import { protocolOf } from "@/lib/models/protocols";
import { findTemplate, SUPPLIER_TEMPLATES } from "@/lib/models/templates";
import type { Protocol } from "@/lib/models/types";

const CALL: Record<string, keyof Protocol> = {
  chat: "chat",
  language: "chat",
  vision: "chat",
  vector: "embed",
  rerank: "rerank",
  image: "image",
  speech: "speak",
  transcription: "transcribe",
};

describe("templates", () => {
  it.each(SUPPLIER_TEMPLATES.map((template) => [template.key, template] as const))(
    "%s can do what it says",
    async (key, template) => {
      const protocol = await protocolOf(key);
      for (const type of template.types) expect(protocol[CALL[type]!]).toBeDefined();
      expect(protocol.listModels).toBeDefined();
      expect(template.date).toMatch(/^\d{4}-\d{2}$/);
      if (key !== "openai-compatible") expect(template.source).toMatch(/^https:\/\//);
      if (template.baseUrl) expect(template.baseUrl).toMatch(/^https?:\/\/[^\s]+[^/]$/);
      for (const { type } of knownModels(key)) expect(template.types).toContain(type);
    },
  );

  it("are each there once", () => {
    expect(new Set(SUPPLIER_TEMPLATES.map(({ key }) => key)).size).toBe(SUPPLIER_TEMPLATES.length);
    expect(SUPPLIER_TEMPLATES).toHaveLength(20);
    expect(findTemplate("anthropic")).toMatchObject({ protocol: "anthropic", auth: "x-api-key" });
  });

  it("know their models, dated ones too, and no others", () => {
    expect(knownModel("anthropic", "claude-haiku-5-5")).toMatchObject({
      contextWindow: 1_000_000,
      maxOutputTokens: 128_000,
    });
    expect(knownModel("openai", "gpt-5.5-2026-04-23")?.id).toBe("gpt-5.5");
    expect(knownModel("openai", "gpt-5.5-pro")).toBeUndefined();
    expect(knownModel("nobody", "gpt-5.5")).toBeUndefined();
  });
});
