import { NOTHING_SET, nodePrompt, resolved } from "@/lib/features/search/service/settings/settings";
import { DEFAULT_TEMPLATES } from "@/lib/features/search/settings/defaults";
import { PROMPT_KEYS, SEARCH_TEMPLATE_MAX } from "@/lib/features/search/settings/kinds";
import { promptTemplate, setSearchValues } from "@/lib/features/search/settings/schema";
import { LOCALES } from "@/lib/i18n/locales";

const issueOf = (key: (typeof PROMPT_KEYS)[number], text: string) =>
  promptTemplate(key).safeParse(text).error?.issues[0]?.message ?? null;

describe("templates", () => {
  it.each(LOCALES)("that come with the product are taken by their own rules, %s", (locale) => {
    for (const key of PROMPT_KEYS) expect([key, issueOf(key, DEFAULT_TEMPLATES[locale][key])]).toEqual([key, null]);
  });

  it("name what they need, and nothing nobody fills", () => {
    expect(issueOf("answer", "{{passages}}")).toBe("questionPlaceholder");
    expect(issueOf("answer", "{{question}}")).toBe("passagesPlaceholder");
    expect(issueOf("answer", "{{question}} {{passages}} {{answer}}")).toBe("unknownPlaceholder");
    expect(issueOf("keywordExtract", "{{question}} {{secret}}")).toBe("unknownPlaceholder");
    expect(issueOf("mindMap", " ")).toBe("required");
    expect(issueOf("mindMap", `{{passages}}${"x".repeat(SEARCH_TEMPLATE_MAX)}`)).toBe("tooLong");
  });

  it("are filled once: what a value holds is never filled again", () => {
    const own = setSearchValues.parse({
      nodes: { summary: { promptTemplate: "{{passages}} | {{answer}} | {{question}}" } },
    });
    const settings = resolved({ own, organisation: NOTHING_SET, locale: "en_US" });
    expect(nodePrompt(settings, "summary", { passages: "{{question}}", question: "why" })).toBe(
      "{{question}} |  | why",
    );
  });
});

it("own values stand over the organisation's and those over the product's, field by field", () => {
  const [chosen, usual] = ["5b1f9a54-0000-7000-8000-000000000001", "5b1f9a54-0000-7000-8000-000000000002"];
  const organisation = setSearchValues.parse({
    base: { modelId: usual, sourceCount: 20, reflect: { on: false } },
    nodes: { mindMap: { modelId: usual, promptTemplate: "ours {{passages}}" } },
  });
  const own = setSearchValues.parse({
    base: { modelId: null, reflect: { modelId: chosen } },
    nodes: { mindMap: { modelId: chosen } },
  });
  const { base, nodes } = resolved({
    own,
    organisation,
    locale: "zh_CN",
    versionOf: (key) => (key === "mindMap" ? 3 : null),
  });
  expect(base).toMatchObject({
    modelId: null,
    sourceCount: 20,
    maxTokens: null,
    reflect: { on: false, modelId: chosen },
  });
  expect(nodes.mindMap).toEqual({ modelId: chosen, promptTemplate: "ours {{passages}}", version: 3 });
  expect(nodes.summary).toEqual({ modelId: null, promptTemplate: DEFAULT_TEMPLATES.zh_CN.summary, version: null });
});
