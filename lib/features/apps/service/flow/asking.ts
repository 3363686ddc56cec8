import "server-only";
import type { FlowNode } from "../../workflow/graph";
import { type FlowRun, type StepContext, WAITS } from "./context";

/** Whoever may change the app decides whether an effect is had again that a crash left open. */
export async function askAboutEffect(
  run: FlowRun,
  node: FlowNode,
  stepId: string,
  attempts: number,
): Promise<typeof WAITS> {
  await run.ask({
    ...{ stepId, nodeId: node.id, attempts, kind: "unknown", subject: node.data.title || node.id, text: "" },
    ...{ assigneeId: null, hours: null, remind: 0, input: {} },
  });
  return WAITS;
}

/** The person a run is for says whether a tool may do what it asks for (SECURITY LM-02). */
export async function askConsent(
  { run, node, stepId }: StepContext<"tool">,
  { tool, input }: { tool: string; input: Record<string, unknown> },
): Promise<typeof WAITS> {
  const { id: assigneeId } = await run.actor();
  await run.ask({
    ...{ stepId, nodeId: node.id, attempts: 0, kind: "consent", subject: tool, text: JSON.stringify(input, null, 2) },
    ...{ assigneeId, hours: null, remind: 0, input },
  });
  return WAITS;
}
