import { judgeProbe, PROBE_TOOL, type ProbeAnswer } from "@/lib/features/models/probe-judgement";
import type { ProbeKind } from "@/lib/features/models/probe-kinds";

const judge = (kind: ProbeKind, over: Partial<ProbeAnswer>) =>
  judgeProbe(
    kind,
    {
      status: "done",
      error: null,
      detail: "",
      text: "",
      pieces: 1,
      reasoning: "",
      reasoningTokens: 0,
      toolCalls: [],
      ...over,
    },
    "red",
  ).result;
const call = (args: string, name = PROBE_TOOL) => ({ toolCalls: [{ name, arguments: args }] });

it.each<[ProbeKind, Partial<ProbeAnswer>, string]>([
  ["streaming", { pieces: 2 }, "ok"],
  ["streaming", { pieces: 1 }, "failed"],
  ["tool_call", call('{"city":"Paris"}'), "ok"],
  ["tool_call", call('{"city":'), "failed"],
  ["tool_call", call('{"town":"Paris"}'), "failed"],
  ["tool_call", call('{"city":"Paris"}', "other"), "failed"],
  ["tool_call", { text: "Paris" }, "failed"],
  ["visual", { text: "It is RED." }, "ok"],
  ["visual", { text: "红色" }, "ok"],
  ["visual", { text: "blue" }, "failed"],
  ["visual", { text: "I was bored by it" }, "failed"],
  ["reasoning", { reasoning: "First" }, "ok"],
  ["reasoning", { reasoningTokens: 5 }, "ok"],
  ["reasoning", { text: "0.05", reasoning: " " }, "failed"],
  ["json_schema", { text: ' {"city":"Paris","population":2000000}' }, "ok"],
  ["json_schema", { text: '{"city":"Paris","population":"many"}' }, "failed"],
  ["json_schema", { text: 'Here: {"city":"Paris","population":1}' }, "failed"],
  ["json_schema", { text: "null" }, "failed"],
])("%s with %j is %s", (kind, over, result) => {
  expect(judge(kind, over)).toBe(result);
});

it.each([
  ["supplierRefused", "failed"],
  ["supplierBusy", "unsure"],
  ["supplierTimeout", "unsure"],
  ["supplierUnauthorized", "unsure"],
  ["interrupted", "unsure"],
  ["dailyTokenLimit", "unsure"],
])("a call that ends with %s is %s: only a refusal of the request tells of the ability", (error, result) => {
  expect(judge("visual", { status: "failed", error })).toBe(result);
});

it("an answer cut off at its limit is no proof against the model", () => {
  expect(judge("tool_call", { status: "limited", text: "Let me" })).toBe("unsure");
  expect(judge("reasoning", { status: "limited", reasoning: "Hm" })).toBe("ok");
});
