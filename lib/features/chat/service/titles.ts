import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import type { NewTurn, TurnContext } from "@/db/queries/chat";
import { replaceFirstTitle } from "@/db/queries/chat-titles";
import type { Actor } from "@/lib/auth/actor";
import { log } from "@/lib/log";
import { ChatCall } from "@/lib/models/chat";
import { findChosen } from "@/lib/models/registry";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import { textOfParts } from "@/lib/stream/history";
import { readMessages } from "@/lib/stream/messages";
import { cleanTitle, TITLE_PROMPT } from "../title-text";

/** Characters of question and answer the title is made of, each. */
const EXCERPT = 800;
/** Room for models that think before they say six words. */
const OUTPUT_TOKENS = 400;
const PATIENCE_MS = 60_000;

interface FirstTurn {
  context: Pick<TurnContext, "sessionId" | "title" | "isTemporary">;
  question: { text: string; isNew: boolean };
  model: ResolvedModel;
}

/**
 * Gives a chat a short title after its first answer, by the model chosen for titles or else the chat's own. Never over a
 * title a person gave; the built-in model leaves the first words. A failure leaves them too: nobody waits for a title.
 */
export async function titleChat(actor: Actor, turn: FirstTurn, rows: NewTurn): Promise<void> {
  const { context, question } = turn;
  if (context.title !== "" || context.isTemporary || !question.isNew) return;
  try {
    const model = (await findChosen(actor, "title")) ?? turn.model;
    if (model.channels[0]?.template === BUILTIN_TEMPLATE) return;
    const [answer] = await readMessages(context.sessionId, [rows.answer.id]);
    const said = answer ? textOfParts(answer.parts) : "";
    const title = cleanTitle(
      await askForTitle(actor, context.sessionId, model, { question: question.text, answer: said }),
    );
    if (title) await replaceFirstTitle(db(), actor.id, { id: context.sessionId, from: rows.title, to: title });
  } catch (err) {
    log().warn({ err, sessionId: context.sessionId }, "chat not titled");
  }
}

async function askForTitle(
  actor: Actor,
  sessionId: string,
  model: ResolvedModel,
  { question, answer }: { question: string; answer: string },
): Promise<string> {
  const excerpt = (text: string) => [...text].slice(0, EXCERPT).join("");
  const messages: ChatMessage[] = [
    { role: "system", content: TITLE_PROMPT },
    { role: "user", content: `<question>\n${excerpt(question)}\n</question>\n<answer>\n${excerpt(answer)}\n</answer>` },
  ];
  const call = new ChatCall({
    actor,
    app: "chat",
    requestId: v7(),
    sessionId,
    model,
    messages,
    options: { maxOutputTokens: OUTPUT_TOKENS },
  });
  await call.reserved;
  const timer = setTimeout(() => call.interrupt(), PATIENCE_MS);
  let text = "";
  const outcome = await call.read({
    onText: (delta) => {
      text += delta;
    },
    onReasoning: () => undefined,
  });
  clearTimeout(timer);
  await call.settle(outcome);
  return outcome.status === "done" ? text : "";
}
