import "server-only";
import { runJson } from "@/lib/tools/builtin/run-code";
import { listToolsForApp } from "@/lib/tools/registry";
import { runTool as callTool } from "@/lib/tools/run";
import { ToolFailure } from "@/lib/tools/types";
import type { NodeData } from "../../../workflow/graph";
import { resolve, type Scope } from "../../../workflow/values";
import { askConsent } from "../asking";
import type { Outcome, StepContext, StepResult } from "../context";
import { parsedJson } from "./plain";

/** Characters of what a piece of code gives. */
const RESULT_MAX = 500_000;

/** Code with its inputs as `inputs`; its result is the value of the last expression. */
export async function runCode({ node, scope, signal, given }: StepContext<"code">): Promise<StepResult> {
  const inputs = Object.fromEntries(node.data.inputs.map(({ name, value }) => [name, resolve(value, scope) ?? null]));
  given(inputs);
  const { result, output } = await runJson({ code: node.data.code, inputs, outputMax: RESULT_MAX }, signal);
  return { output: { result, printed: output } };
}

/** Throws ToolFailure; a tool that needs consent asks whoever the run is for. */
export async function runTool(context: StepContext<"tool">): Promise<Outcome> {
  const { node, scope, run, ownerId, signal, given, isAgreed, key } = context;
  const actor = await run.actor();
  const found = (await listToolsForApp(actor, ownerId)).find(({ definition }) => definition.name === node.data.tool);
  if (!found) throw new ToolFailure("toolNotFound");
  const args = argumentsOf(node.data, scope, found.definition.parameters);
  given(args);
  if (found.confirm && !isAgreed) return askConsent(context, { tool: found.title || node.data.tool, input: args });
  const result = await callTool(actor, node.data.tool, args, {
    signal,
    ownerId: found.ownerId,
    confirmed: isAgreed,
    idempotencyKey: key,
  });
  if (result.error) throw new ToolFailure(result.error, result.detail);
  return { output: { text: result.text, data: result.data ?? null } };
}

/** Arguments by the tool's schema: a figure that was written as text is a figure. What nobody filled in is not sent. */
function argumentsOf({ arguments: list }: NodeData<"tool">, scope: Scope, schema: unknown): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {};
  const args: Record<string, unknown> = {};
  for (const { name, value } of list) {
    const given = resolve(value, scope);
    if (given === undefined || given === null || given === "") continue;
    args[name] = typeof given === "string" ? asSchemaType(given, properties[name]?.type) : given;
  }
  return args;
}

function asSchemaType(text: string, type: unknown): unknown {
  const types = [type].flat();
  if (types.includes("string") || types.every((one) => typeof one !== "string")) return text;
  const value = parsedJson(text.trim());
  return value === undefined ? text : value;
}
