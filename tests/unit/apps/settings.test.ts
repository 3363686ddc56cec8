import { agentSettings, generationSettings, missingIn, talkSettingsOf } from "@/lib/features/apps/settings";
import { changedSettings } from "@/lib/features/apps/settings-diff";
import { appVariable, fillIn, inputsText, wrongInputs } from "@/lib/features/apps/variables";

const form = [
  { name: "city", label: "City", type: "text", required: true, options: [] },
  { name: "nights", label: "Nights", type: "number", required: false, options: [] },
  { name: "class", label: "Class", type: "select", required: false, options: ["A", "B"] },
  { name: "urgent", label: "Urgent", type: "switch", required: true, options: [] },
] as const;
const variables = form.map((field) => appVariable.parse(field));

it("fills names in, leaves those that do not exist, and never what was filled in", () => {
  const text = "Trip to {{city}} for {{ nights }} nights, {{user.name}}, {{unknown}}";
  expect(fillIn(text, { city: "{{nights}}", nights: "2", "user.name": "Ada" })).toBe(
    "Trip to {{nights}} for 2 nights, Ada, {{unknown}}",
  );
  // Names every object has are none of the form's.
  expect(fillIn("{{constructor}}", {})).toBe("{{constructor}}");
});

it.each([
  [{ city: "Shanghai" }, {}],
  [{ city: "" }, { city: "required" }],
  [{}, { city: "required" }],
  [{ city: "x", nights: "two" }, { nights: "invalid" }],
  [{ city: "x", class: "C" }, { class: "invalid" }],
  [{ city: "x", class: "B", nights: 2, urgent: true }, {}],
  [{ city: 5 }, { city: "invalid" }],
])("of what is filled in %j wrong is %j", (inputs, wrong) => {
  expect(wrongInputs(variables, inputs as never)).toEqual(wrong);
});

it("tells what was filled in by its labels, in the order of the form", () => {
  expect(inputsText(variables, { nights: 2, city: "Shanghai", class: "" })).toBe("City: Shanghai\nNights: 2");
});

it.each([
  [{ variables: [form[0], form[0]] }, "variableTwice"],
  [{ variables: [{ ...form[0], name: "1a" }] }, "variableName"],
  [{ variables: [{ ...form[2], options: [] }] }, "required"],
  [{ baseIds: Array.from({ length: 4 }, (_, index) => `0190b6c1-0000-7000-8000-00000000000${index}`) }, "tooMany"],
  [{ questions: ["a", "a"] }, "duplicate"],
])("refuses settings %j", (settings, message) => {
  const result = agentSettings.safeParse(settings);
  expect(result.error?.issues.map((issue) => issue.message)).toContain(message);
});

it("takes of settings what a kind has, and of broken ones none", () => {
  expect(talkSettingsOf(generationSettings.parse({ instructions: "Write" }))).toMatchObject({
    instructions: "Write",
    opening: "",
    questions: [],
  });
  expect(talkSettingsOf({ instructions: 5 }).instructions).toBe("");
});

it("an app that writes needs a form and instructions before it is published, an external page its address", () => {
  expect(missingIn("generation", generationSettings.parse({}))).toEqual(["instructions", "variables"]);
  expect(missingIn("external", { url: "" })).toEqual(["url"]);
  expect(missingIn("agent", agentSettings.parse({}))).toEqual([]);
});

it("two versions differ in the fields that differ, as text", () => {
  expect(changedSettings({ a: "x", same: [1], gone: true }, { a: "y", same: [1], list: [{ name: "n" }] })).toEqual([
    { name: "a", before: "x", after: "y" },
    { name: "list", before: "", after: '{"name":"n"}' },
    { name: "gone", before: "true", after: "" },
  ]);
});
