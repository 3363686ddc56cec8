import "server-only";

type Words = Readonly<Record<string, string>>;

/** A graph from above to below, a node a row; what is not linked here follows the one before it. */
interface Drawn {
  nodes: object[];
  edges: object[];
}

const ROW = 120;
const COLUMN = 280;
const place = (column: number, row: number) => ({ x: column * COLUMN, y: row * ROW });

/** Graphs of the templates of workflows, from the fields of their form and what their nodes say. */
export const FLOW_TEMPLATES = {
  /** Small amounts pass by themselves, the owner of the app decides about the others. */
  expense: (variables: readonly object[], say: Words): Drawn => ({
    nodes: [
      { id: "start", type: "start", data: { title: say.start, variables }, position: place(0, 0) },
      {
        id: "limit",
        type: "condition",
        data: {
          title: say.limit,
          branches: [
            { id: "small", name: say.small, tests: [{ left: "{{start.amount}}", op: "atMost", right: "500" }] },
          ],
        },
        position: place(0, 1),
      },
      { id: "pass", type: "answer", data: { title: say.pass, text: say.passed }, position: place(-1, 2) },
      {
        id: "ask",
        type: "human",
        data: {
          title: say.ask,
          mode: "approval",
          subject: say.subject,
          text: say.question,
          assignee: "owner",
          hours: 72,
        },
        position: place(1, 2),
      },
      { id: "yes", type: "answer", data: { title: say.yes, text: say.approved }, position: place(0.5, 3) },
      { id: "no", type: "answer", data: { title: say.no, text: say.rejected }, position: place(1.5, 3) },
    ],
    edges: [
      { source: "start", target: "limit" },
      { source: "limit", sourceHandle: "small", target: "pass" },
      { source: "limit", sourceHandle: "else", target: "ask" },
      { source: "ask", sourceHandle: "approved", target: "yes" },
      { source: "ask", sourceHandle: "rejected", target: "no" },
    ],
  }),
  /** A draft of an answer to each of many letters, several at the same time. */
  replies: (variables: readonly object[], say: Words): Drawn => ({
    nodes: [
      { id: "start", type: "start", data: { title: say.start, variables }, position: place(0, 0) },
      {
        id: "each",
        type: "iteration",
        data: {
          title: say.each,
          list: "{{start.letters}}",
          parallel: 3,
          itemErrors: "omit",
          body: {
            nodes: [
              {
                id: "draft",
                type: "model",
                data: { title: say.draft, system: say.rules, prompt: say.prompt },
                position: place(0, 0),
              },
              { id: "piece", type: "template", data: { title: say.piece, template: say.block }, position: place(0, 1) },
            ],
            edges: [{ source: "draft", target: "piece" }],
          },
          output: "{{piece.text}}",
        },
        position: place(0, 1),
      },
      {
        id: "together",
        type: "code",
        data: {
          title: say.together,
          inputs: [{ name: "pieces", value: "{{each.results}}" }],
          code: 'inputs.pieces.join("\\n\\n---\\n\\n")',
        },
        position: place(0, 2),
      },
      { id: "end", type: "answer", data: { title: say.end, text: "{{together.result}}" }, position: place(0, 3) },
    ],
    edges: [
      { source: "start", target: "each" },
      { source: "each", target: "together" },
      { source: "together", target: "end" },
    ],
  }),
} as const;
export type FlowTemplateKey = keyof typeof FLOW_TEMPLATES;
