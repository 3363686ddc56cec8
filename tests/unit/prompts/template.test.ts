import { fillTemplate, placeholders, templateParts, valueErrors, variablesOf } from "@/lib/features/prompts/template";
import type { PromptVariable } from "@/lib/prompts/kinds";

const variable = (name: string, more: Partial<PromptVariable> = {}): PromptVariable => ({
  name,
  label: "",
  kind: "text",
  required: true,
  options: [],
  ...more,
});

describe("a template", () => {
  it("has placeholders of letters, digits and blanks, each once, in the order they are met", () => {
    expect(placeholders("{{主题}} {{ tone }} {{主题}} {{a b-1}} {{}} {{{x}}} {{a.b}} {x}")).toEqual([
      "主题",
      "tone",
      "a b-1",
      "x",
    ]);
  });

  it("takes no name of over forty characters", () => {
    expect(placeholders(`{{${"a".repeat(40)}}} {{${"b".repeat(41)}}}`)).toEqual(["a".repeat(40)]);
  });

  it("is cut so that its parts give it back", () => {
    const text = "前 {{a}}\n{{b}}后";
    const parts = templateParts(text);
    expect(parts.map((part) => (part.kind === "text" ? part.text : `{{${part.name}}}`)).join("")).toBe(text);
  });

  it("is filled once: braces in a value stay text, names of prototypes are no values", () => {
    const filled = fillTemplate("{{a}} {{b}} {{constructor}}", { a: "{{b}}", b: " x " }, "(none)");
    expect(filled).toBe("{{b}} x (none)");
  });

  it("reads a long text without placeholders in no time", () => {
    const started = performance.now();
    expect(placeholders("{{".repeat(4000))).toEqual([]);
    expect(placeholders(`{{${" ".repeat(7990)}`)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe("placeholders that are asked for", () => {
  it("follow the text; declarations without one fall away, undeclared ones are a required line", () => {
    const choice = variable("tone", { kind: "choice", options: ["a", "b"] });
    expect(variablesOf("{{topic}} {{tone}}", [choice, variable("gone")])).toEqual([variable("topic"), choice]);
  });

  it.each([
    [variable("x"), " ", "required"],
    [variable("x", { required: false }), "", undefined],
    [variable("x"), "a".repeat(300), undefined],
    [variable("x"), "a".repeat(301), "tooLong"],
    [variable("x", { kind: "paragraph" }), "a".repeat(6000), undefined],
    [variable("x", { kind: "paragraph" }), "a".repeat(6001), "tooLong"],
    [variable("x", { kind: "number" }), "-1.5", undefined],
    [variable("x", { kind: "number" }), "ten", "number"],
    [variable("x", { kind: "date" }), "2028-02-29", undefined],
    [variable("x", { kind: "date" }), "2027-02-29", "date"],
    [variable("x", { kind: "choice", options: ["a", "b"] }), "b", undefined],
    [variable("x", { kind: "choice", options: ["a", "b"] }), "c", "invalid"],
  ] as const)("%j with %j is %s", (asked, value, error) => {
    expect(valueErrors([asked], { x: value }).x).toBe(error);
  });
});
