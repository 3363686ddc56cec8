import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { fromDify } from "@/lib/features/apps/service/dify/file";
import { APP_SETTINGS } from "@/lib/features/apps/settings";
import { flowProblems, readGraph } from "@/lib/features/apps/workflow/check";
import { everyNode } from "@/lib/features/apps/workflow/edit";
import { withNames } from "@/lib/features/apps/workflow/named";

const DIR = path.join(__dirname, "../../fixtures/dify");
const imported = (name: string) => fromDify(parse(readFileSync(path.join(DIR, name), "utf8")))!;

/** A graph once nothing of it was found here. */
function graphOf(name: string) {
  const read = readGraph(withNames(imported(name).file.settings, () => null));
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.graph;
}
const dataOf = (name: string, id: string) =>
  [...everyNode(graphOf(name))].find(({ node }) => node.id === id)!.node.data;
const settingsOf = (name: string, kind: "assistant" | "agent" | "generation") =>
  APP_SETTINGS[kind].parse({ ...imported(name).file.settings, baseIds: [] });

describe("files of the versions of Dify", () => {
  it.each([
    ["workflow-0.1.0.yml", { "1711000000004": ["python"] }],
    ["workflow-research-0.1.3.yml", { tpl2: ["jinja"], http1: ["secret"], tool1: ["tool"] }],
    [
      "chatflow-0.1.4.yml",
      {
        "1720000000002": ["base"],
        llm: ["history"],
        assign: ["assign"],
        "1720000000005": ["operator"],
        "1720000000006": ["value"],
      },
    ],
    [
      "workflow-loop-0.3.0.yml",
      {
        s: ["value"],
        write: ["roles"],
        leave: ["loopEnd"],
        keep: ["assign"],
        loop1: ["assign"],
        agent1: ["kind", "tool"],
      },
    ],
  ])("%s arrives with a report of what lacks", (name, gaps) => {
    const { nodes } = imported(name);
    const lacking = nodes.filter(({ state }) => state !== "whole");
    expect(Object.fromEntries(lacking.map(({ nodeId, gaps: found }) => [nodeId, found]))).toEqual(gaps);
    // Whatever the editor will find fault with was told before.
    const told = new Set(lacking.map(({ nodeId }) => nodeId));
    expect(flowProblems(graphOf(name)).filter(({ nodeId }) => !told.has(nodeId ?? ""))).toEqual([]);
    expect([...everyNode(graphOf(name))]).toHaveLength(nodes.length);
  });

  it("keep what stands inside loops and iterations", () => {
    expect(dataOf("workflow-research-0.1.3.yml", "llm1")).toMatchObject({
      system: "Translate into {{start1.lang}}. Part {{iter1.index}}. Terms: AI: 人工智能",
      prompt: "{{iter1.item}}\n---\nAI: 人工智能",
    });
    expect(dataOf("workflow-loop-0.3.0.yml", "loop1")).toMatchObject({
      variables: [
        { name: "draft", value: "{{s.theme}}", next: "{{write.text}}" },
        { name: "tries", value: "0", next: "" },
      ],
      tests: [{ left: "{{judge.good}}", op: "is", right: "true" }],
    });
    expect(dataOf("workflow-loop-0.3.0.yml", "judge")).toMatchObject({
      input: "{{write.text}}",
      instructions: "You judge drafts.",
      fields: [{ name: "good", type: "boolean", required: true }, { name: "score" }, { name: "notes", type: "list" }],
    });
  });

  it("ask a model the question its memory would have brought", () => {
    expect(dataOf("chatflow-0.1.4.yml", "llm")).toMatchObject({
      system: "根据资料回答。\n{{1720000000002.text}}",
      prompt: "{{1720000000000.query}}",
    });
    expect(dataOf("chatflow-0.1.4.yml", "1720000000001")).toMatchObject({ input: "{{1720000000000.query}}" });
  });

  it("take lists and groups apart in code, and files and secrets along by name alone", () => {
    const name = "workflow-research-0.1.3.yml";
    const { code } = dataOf(name, "list1") as { code: string };
    const run = (list: string[]) => new Function("inputs", `return eval(${JSON.stringify(code)})`)({ list });
    expect(run(["a", "", "c", "b"])).toEqual({ result: ["c", "b", "a"], first_record: "c", last_record: "a" });
    expect(dataOf(name, "doc1")).toMatchObject({ files: "{{start1.files}}" });
    expect(dataOf(name, "http1")).toMatchObject({
      headers: [
        { name: "X-Lang", value: "{{start1.lang}}" },
        { name: "X-Key", value: "{{secret.API_TOKEN}}" },
        { name: "Authorization", value: "Bearer {{secret.API_TOKEN}}" },
      ],
      policy: { timeout: 60 },
    });
    expect(JSON.stringify(imported(name))).not.toContain("tok-canary");
    const grouped = dataOf("workflow-loop-0.3.0.yml", "aggr") as { code: string };
    const given = { v2: "second", v3: "wrong" };
    expect(new Function("inputs", `return eval(${JSON.stringify(grouped.code)})`)(given)).toEqual({
      Checked: { output: "second" },
      Group2: { output: "wrong" },
    });
    expect(dataOf("workflow-loop-0.3.0.yml", "end")).toMatchObject({
      text: "text: {{aggr.result.Checked.output}}\nerror: {{aggr.result.Group2.output}}",
    });
  });

  it("bring words that are refused as review rules", () => {
    const rules = [{ keywords: ["salary list", "layoffs"], reviewsInput: true, reviewsOutput: false }];
    expect(settingsOf("chat-0.1.0.yml", "assistant")).toMatchObject({
      reviewRules: rules,
      takesFiles: true,
      hasVoice: true,
    });
    expect(settingsOf("agent-0.1.5.yml", "agent")).toMatchObject({ hasVoice: false });
    expect(dataOf("workflow-research-0.1.3.yml", "start1")).toMatchObject({
      takesFiles: true,
      reviewRules: [{ keywords: ["confidential", "restricted"], presetReply: "Not shown.", reviewsOutput: true }],
    });
  });

  it("of apps without a graph tell of every setting that has no place here", () => {
    const leftIn = (name: string) => imported(name).left.map(({ what, name }) => `${what} ${name}`);
    expect(leftIn("chat-0.1.0.yml")).toEqual([
      "setting user_input_form: staff",
      "setting suggested_questions_after_answer",
      "base #1",
    ]);
    expect(leftIn("agent-0.1.5.yml")).toEqual(["setting external_data_tools", "tool google_search", "tool getQuote"]);
    expect(leftIn("completion-0.1.1.yml")).toEqual(["setting more_like_this", "base #1"]);
    expect(settingsOf("completion-0.1.1.yml", "generation").variables.map(({ type }) => type)).toEqual([
      "text",
      "paragraph",
      "select",
      "number",
    ]);
    expect(leftIn("chat-advanced-prompt-0.1.2.yml")).toEqual(["setting max_tokens"]);
    // Messages of one's own, and a name that none may have here.
    expect(settingsOf("chat-advanced-prompt-0.1.2.yml", "assistant")).toMatchObject({
      instructions: "你是一名法务助理。合同类型：{{contract_type}}。\n\n请先列出要点，再回答：",
      variables: [{ name: "contract_type", type: "text" }],
    });
  });
});
