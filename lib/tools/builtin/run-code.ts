import { ToolFailure } from "../types";
import { inWorker } from "../worker";
import type { BuiltinTool } from "./tool";

/** SECURITY IN-02. */
export const CODE_LIMITS = { ms: 5000, memoryBytes: 64 * 1024 ** 2, outputMax: 32_000 };
/** Beyond the engine's own limit the thread itself is ended. */
const GRACE_MS = 1500;

export const runCode: BuiltinTool = {
  key: "run_code",
  definition: {
    name: "run_code",
    description:
      "Runs a piece of JavaScript (ES2023) in isolation: no network, no files, no modules, 5 seconds. The result is the " +
      "value of the last expression, as JSON; console.log is captured.",
    parameters: {
      type: "object",
      properties: { code: { type: "string", minLength: 1, maxLength: 20_000, description: "JavaScript source" } },
      required: ["code"],
      additionalProperties: false,
    },
  },
  enabled: true,
  limitMs: 20_000,
  sample: { code: "[1, 2, 3].reduce((sum, value) => sum + value)" },
  hasService: false,
  run: async ({ code }, { signal }) => {
    const limits = { ms: CODE_LIMITS.ms + GRACE_MS, heapMb: 128 };
    const data = await inWorker("code", { code: code as string, ...CODE_LIMITS }, limits, signal);
    const text = [data.output && `Output:\n${data.output}`, data.result && `Result: ${data.result}`];
    return { text: text.filter(Boolean).join("\n") || "The code ran and gave nothing back.", data };
  },
};

/**
 * Runs code that finds `inputs`; its result is the value of the last expression, null for none. Throws ToolFailure:
 * codeFailed, toolTimeout, toolMemory, toolMalformed for a result that is larger than `outputMax` characters.
 */
export async function runJson(
  { code, inputs, outputMax }: { code: string; inputs: Record<string, unknown>; outputMax: number },
  signal: AbortSignal,
): Promise<{ result: unknown; output: string }> {
  // On the first line, so that a line told in an error is the line as it was written.
  const given = `const inputs = JSON.parse(${JSON.stringify(JSON.stringify(inputs))}); `;
  const limits = { ms: CODE_LIMITS.ms + GRACE_MS, heapMb: 128 };
  const data = await inWorker("code", { code: given + code, ...CODE_LIMITS, outputMax, asJson: true }, limits, signal);
  if (data.result === "") return { result: null, output: data.output };
  try {
    return { result: JSON.parse(data.result) as unknown, output: data.output };
  } catch {
    throw new ToolFailure("toolMalformed");
  }
}
