import { REVIEW_OWN_RULES_MAX } from "@/lib/config/review-kinds";
import { agentSettings, generationSettings } from "@/lib/features/apps/settings";
import { NODE_DATA } from "@/lib/features/apps/workflow/graph";
import { ownReviewRules } from "@/lib/review/rule-schema";

const rule = { name: "a", keywords: ["x"], presetReply: "no" };

it("an app's rules are of both sides and on unless told otherwise, wherever they are kept", () => {
  const kept = { ...rule, description: "", reviewsInput: true, reviewsOutput: true, enabled: true };
  for (const schema of [agentSettings, generationSettings, NODE_DATA.start]) {
    expect(schema.parse({ reviewRules: [rule] }).reviewRules).toEqual([kept]);
    expect(schema.parse({}).reviewRules).toEqual([]);
  }
});

it.each([
  [Array.from({ length: REVIEW_OWN_RULES_MAX + 1 }, (_, at) => ({ ...rule, name: `r${at}` })), "tooMany"],
  [[rule, { ...rule, name: "A" }], "duplicate"],
  [[{ ...rule, reviewsInput: false, reviewsOutput: false }], "reviewSide"],
])("rules %# are refused as %s", (rules, message) => {
  expect(ownReviewRules.safeParse(rules).error?.issues.map((issue) => issue.message)).toContain(message);
});
