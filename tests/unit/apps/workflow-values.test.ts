import { asText, fillJson, fillText, partsOf } from "@/lib/features/apps/workflow/values";

const scope = new Map<string, unknown>([
  ["a", { list: ["one", 2, true, null], mixed: ["one", { two: 2 }], nothing: [], text: 'say "hi"' }],
]);

describe("a value that is put into a text", () => {
  it("is lines where it is a list of words, and JSON where it is more than that", () => {
    expect(fillText("Parts:\n{{a.list}}", scope)).toBe("Parts:\none\n2\ntrue\n");
    expect(fillText("{{a.mixed}}", scope)).toBe('["one",{"two":2}]');
    expect([asText([]), asText({ a: 1 }), asText(undefined)]).toEqual(["", '{"a":1}', ""]);
  });

  it("is JSON where JSON is asked", () => {
    expect(fillJson('{"list": {{a.list}}, "said": "{{a.text}}"}', scope)).toBe(
      '{"list": ["one",2,true,null], "said": "say \\"hi\\""}',
    );
  });
});

it("a text falls into words and references, as it is written", () => {
  expect(partsOf("To {{ a.text }}, {{b}}{{c.d}}")).toEqual([
    { text: "To ", mark: null },
    { text: "{{ a.text }}", mark: "a.text" },
    { text: ", ", mark: null },
    { text: "{{b}}", mark: "b" },
    { text: "{{c.d}}", mark: "c.d" },
  ]);
  expect(partsOf("{{not a name}} {{")).toEqual([{ text: "{{not a name}} {{", mark: null }]);
  expect(partsOf("")).toEqual([]);
});
