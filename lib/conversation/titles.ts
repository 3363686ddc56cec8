import "server-only";
import { db } from "@/db/client";
import { replaceFirstTitle } from "@/db/queries/conversation/titles";
import type { NewTurn, TurnContext } from "@/db/queries/conversation/turns";
import type { Actor } from "@/lib/auth/actor";
import { withoutMarks } from "@/lib/grounding/passages";
import { log } from "@/lib/log";
import { complete } from "@/lib/models/complete";
import { findChosen } from "@/lib/models/registry";
import { isBuiltin } from "@/lib/models/templates";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import type { OwnReviewRule } from "@/lib/review/rule-schema";
import { textOfParts } from "@/lib/stream/history";
import { readMessages } from "@/lib/stream/messages";
import type { ConversationArea } from "./area";
import { cleanTitle, TITLE_PROMPT } from "./title-text";

/** Characters of question and answer the title is made of, each. */
const EXCERPT = 800;
/** Room for models that think before they say six words. */
const OUTPUT_TOKENS = 400;
const PATIENCE_MS = 60_000;

interface FirstTurn {
  context: Pick<TurnContext, "sessionId" | "title" | "isTemporary">;
  question: { text: string; isNew: boolean };
  model: ResolvedModel;
  reviewRules?: readonly OwnReviewRule[];
}

/**
 * Gives a conversation a short title after its first answer, by the model chosen for titles or else the answer's own. Never over a
 * title a person gave; the built-in model leaves the first words. A failure leaves them too: nobody waits for a title.
 */
export async function titleConversation(
  actor: Actor,
  area: ConversationArea,
  turn: FirstTurn,
  rows: NewTurn,
): Promise<void> {
  const { context, question, reviewRules } = turn;
  if (context.title !== "" || context.isTemporary || !question.isNew) return;
  try {
    const model = (await findChosen(actor, "title")) ?? turn.model;
    if (isBuiltin(model)) return;
    const [answer] = await readMessages(context.sessionId, [rows.answer.id]);
    const said = answer ? withoutMarks(textOfParts(answer.parts)) : "";
    const title = cleanTitle(
      await askForTitle(actor, area, {
        ...{ sessionId: context.sessionId, model, reviewRules },
        ...{ question: question.text, answer: said },
      }),
    );
    if (title) await replaceFirstTitle(db(), actor.id, { id: context.sessionId, from: rows.title, to: title });
  } catch (err) {
    log().warn({ err, sessionId: context.sessionId }, "conversation not titled");
  }
}

async function askForTitle(
  actor: Actor,
  { app }: ConversationArea,
  {
    sessionId,
    model,
    reviewRules,
    ...said
  }: Pick<FirstTurn, "model" | "reviewRules"> & { sessionId: string; question: string; answer: string },
): Promise<string> {
  const excerpt = (text: string) => [...text].slice(0, EXCERPT).join("");
  const messages: ChatMessage[] = [
    { role: "system", content: TITLE_PROMPT },
    {
      role: "user",
      content: `<question>\n${excerpt(said.question)}\n</question>\n<answer>\n${excerpt(said.answer)}\n</answer>`,
    },
  ];
  const { status, text } = await complete({
    actor,
    app,
    sessionId,
    model,
    reviewRules,
    messages,
    options: { maxOutputTokens: OUTPUT_TOKENS },
    timeoutMs: PATIENCE_MS,
  });
  return status === "done" ? text : "";
}
