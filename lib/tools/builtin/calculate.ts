import { inWorker } from "../worker";
import type { BuiltinTool } from "./tool";

export const CALCULATE_MS = 3000;

export const calculate: BuiltinTool = {
  key: "calculate",
  definition: {
    name: "calculate",
    description:
      "Computes an arithmetic expression exactly (decimals too). Knows + - * / ^ %, parentheses, comparisons, " +
      "pi and e, and functions such as sqrt, log, sin, round, mod, mean, median, std, sum, max, combinations, factorial. " +
      "No variables, no units.",
    parameters: {
      type: "object",
      properties: {
        expression: { type: "string", minLength: 1, maxLength: 500, description: "For example (17.5 + 2.25) * 1.19" },
      },
      required: ["expression"],
      additionalProperties: false,
    },
  },
  enabled: true,
  limitMs: 15_000,
  sample: { expression: "0.1 + 0.2" },
  hasService: false,
  run: async ({ expression }, { signal }) => {
    // Kept: nothing of one expression can reach the next, and starting takes half a second.
    const limits = { ms: CALCULATE_MS, heapMb: 256, keep: true };
    const result = await inWorker("calculator", { expression: expression as string }, limits, signal);
    return { text: result, data: { expression, result } };
  },
};
