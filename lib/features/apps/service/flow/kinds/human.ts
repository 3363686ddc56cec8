import "server-only";
import { ownerMay } from "@/lib/auth/delegated";
import { P } from "@/lib/permissions/codes";
import { fillText } from "../../../workflow/values";
import { FlowFailure, type Outcome, type StepContext, WAITS } from "../context";

/** Asks somebody; the run goes on with their answer, or without it when their time is over. Throws flowAssignee. */
export async function runHuman({ node, stepId, run, ownerId, scope }: StepContext<"human">): Promise<Outcome> {
  const { mode, subject, text, assignee, userId, hours, remind } = node.data;
  const assigneeId = assignee === "asker" ? (await run.actor()).id : assignee === "owner" ? ownerId : userId;
  if (!assigneeId || !(await ownerMay(assigneeId, P.APPS))) throw new FlowFailure("flowAssignee");
  const filled = fillText(text, scope);
  await run.ask({
    ...{ stepId, nodeId: node.id, attempts: 1, kind: mode, subject, text: filled, assigneeId, hours, remind },
    input: { subject, text: filled },
  });
  return WAITS;
}
