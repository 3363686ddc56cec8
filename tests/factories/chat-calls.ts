import { v7 } from "uuid";
import { backgroundIdle } from "@/lib/background";
import { ChatCall, type ChatOutcome } from "@/lib/models/chat";
import { flushLedger } from "@/lib/models/ledger";
import { resolveModel } from "@/lib/models/registry";
import type { Person } from "./people";

/** A whole metered call of a chat model by a person, written to ledger, log and health when it resolves. */
export async function askChat(
  person: Person,
  modelId: string,
  question = "hello",
  sessionId?: string,
): Promise<ChatOutcome & { text: string; requestId: string }> {
  const model = await resolveModel(person.actor, modelId);
  const requestId = v7();
  const messages = [{ role: "user" as const, content: question }];
  const call = new ChatCall({ actor: person.actor, app: "chat", requestId, model, messages, options: {}, sessionId });
  await call.reserved;
  let text = "";
  const outcome = await call.read({
    onText: (delta) => {
      text += delta;
    },
    onReasoning: () => undefined,
  });
  await call.settle(outcome);
  await flushLedger();
  await backgroundIdle(5000);
  return { ...outcome, text, requestId };
}
