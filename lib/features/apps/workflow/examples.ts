import { type FlowGraph, NODE_DATA, type NodeType } from "./graph";

/** A complete setting of each kind of node, each by itself: what the API shows, and what tests draw graphs of. */
export const NODE_EXAMPLES: { [T in NodeType]: Record<string, unknown> } = {
  start: { variables: [{ name: "topic", label: "Topic", type: "text", required: true }] },
  model: { system: "You write short letters.", prompt: "Write a letter about {{start.topic}}." },
  knowledge: { baseIds: [], query: "{{start.topic}}", topK: 5 },
  classifier: {
    input: "{{start.topic}}",
    classes: [
      { id: "question", name: "Question", description: "Somebody wants to know something" },
      { id: "complaint", name: "Complaint", description: "Somebody is dissatisfied" },
    ],
  },
  condition: {
    branches: [
      {
        id: "urgent",
        name: "Urgent",
        match: "any",
        tests: [{ left: "{{start.topic}}", op: "contains", right: "urgent" }],
      },
    ],
  },
  iteration: {
    list: "{{start.topic}}",
    parallel: 2,
    body: { nodes: [{ id: "line", type: "template", data: { template: "- {{run.id}}" } }], edges: [] },
    output: "{{line.text}}",
  },
  loop: {
    rounds: 3,
    variables: [{ name: "text", value: "", next: "{{more.text}}" }],
    body: { nodes: [{ id: "more", type: "template", data: { template: "more" } }], edges: [] },
  },
  join: { mode: "all", values: ["{{start.topic}}"] },
  variable: { values: [{ name: "length", type: "number", value: "12" }] },
  template: { template: "About: {{start.topic}}" },
  extract: {
    input: "{{start.topic}}",
    fields: [{ name: "amount", type: "number", description: "Amount in yuan", required: true }],
  },
  code: { inputs: [{ name: "topic", value: "{{start.topic}}" }], code: "inputs.topic.length" },
  http: { method: "GET", url: "https://example.com/items", query: [{ name: "q", value: "{{start.topic}}" }] },
  tool: { tool: "calculate", arguments: [{ name: "expression", value: "1 + 1" }] },
  document: { files: "{{start.files}}" },
  human: { mode: "approval", subject: "Please check", text: "{{start.topic}}", assignee: "asker" },
  app: { appId: null, text: "{{start.topic}}" },
  answer: { text: "{{start.topic}}" },
};

/** What a new workflow begins as: a form, and an answer after it. */
export function newGraph(): FlowGraph {
  return {
    nodes: [
      { id: "start", type: "start", data: NODE_DATA.start.parse({}), position: { x: 0, y: 0 } },
      { id: "answer", type: "answer", data: NODE_DATA.answer.parse({}), position: { x: 0, y: 160 } },
    ],
    edges: [{ source: "start", target: "answer" }],
    comments: [],
  };
}
