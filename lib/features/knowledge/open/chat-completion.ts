import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { insertMessageChain, updateChatSession } from "@/db/queries/conversation/sessions";
import { type KeyHolder, mayUseScope } from "@/lib/auth/api-key";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { linesOf, Reading, readWhole, toCited } from "@/lib/conversation/reading";
import { AppError, type ErrorKey } from "@/lib/errors/errors";
import type { OpenAiBody } from "@/lib/models/relay/bodies";
import { ABOUT_KNOWLEDGE } from "../conversation";
import { askInChat } from "../service/chat/answer";
import { dropChat, makeChat } from "../service/chat/chats";
import { knowledgeCaller } from "./caller";

/** What stands before the id of a base where a program names a model (spec G10). */
const PREFIX = "kb:";
/** Earlier rounds a program sends along that are kept. */
const EARLIER_MAX = 100;

export const isBaseModel = (model: string): boolean => model.startsWith(PREFIX);

interface Caller {
  holder: KeyHolder;
  failure(error: ErrorKey): Promise<string>;
}

/**
 * A chat completion that a knowledge base answers, as OpenAI documents it; what it cites stands under `citations`, which marks
 * like `[1]` name. Rounds before the last question are what follow-ups lean on. Throws apiKeyScope, notFound, invalidInput for
 * no or too long a question, and the limits.
 */
export async function completeFromBase({ holder, failure }: Caller, body: OpenAiBody): Promise<Response> {
  if (!mayUseScope(holder.key, "knowledge")) throw new AppError("apiKeyScope");
  const baseId = body.model.slice(PREFIX.length);
  if (!z.uuid().safeParse(baseId).success) throw new AppError("notFound");
  const actor = await knowledgeCaller(holder);
  const { question, earlier } = questionOf(body.messages);
  const id = await makeChat(actor, { baseIds: [baseId] });
  try {
    await keepEarlier(actor.id, id, earlier);
    const { body: lines } = await askInChat(actor, id, { text: question }, null);
    const told = { model: body.model, withUsage: body.stream_options?.include_usage === true };
    if (!body.stream) return Response.json(await wholeAnswer(lines!, told));
    const events = eventsOf(lines!, told, failure);
    const headers = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store, no-transform" };
    return new Response(streamOf(events), { headers });
  } catch (error) {
    await dropChat(actor, id);
    throw error;
  }
}

interface Round {
  role: "user" | "assistant";
  text: string;
}

/** The last question, and what was said before it. */
function questionOf(messages: OpenAiBody["messages"]): { question: string; earlier: Round[] } {
  const said = messages.flatMap(({ role, content }): Round[] => {
    if (role !== "user" && role !== "assistant") return [];
    const text = typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("\n");
    return text.trim() ? [{ role, text: text.trim() }] : [];
  });
  const last = said.pop();
  if (last?.role !== "user") throw new AppError("invalidInput", { data: { param: "messages", reason: "required" } });
  if ([...last.text].length > CHAT_INPUT_MAX.other) {
    throw new AppError("invalidInput", { data: { param: "messages", reason: "tooLong" } });
  }
  // A conversation takes turns: of two in a row of one side the later one counts.
  const turns = said.filter(({ role }, at) => said[at + 1]?.role !== role).slice(-EARLIER_MAX);
  return { question: last.text, earlier: turns[0]?.role === "assistant" ? turns.slice(1) : turns };
}

/** Puts earlier rounds into a conversation, which stands out of the way. */
async function keepEarlier(userId: string, sessionId: string, earlier: readonly Round[]): Promise<void> {
  const messages = earlier.map(({ role, text }) => ({ role, parts: [{ type: "text", text }], modelName: null }));
  await db().transaction(async (tx) => {
    await insertMessageChain(tx, userId, sessionId, messages);
    await updateChatSession(tx, userId, sessionId, { archivedAt: new Date() }, ABOUT_KNOWLEDGE.code);
  });
}

interface Told {
  model: string;
  withUsage: boolean;
}

async function wholeAnswer(lines: ReadableStream<Uint8Array>, { model }: Told) {
  const reading = await readWhole(lines);
  const message = { role: "assistant", content: reading.content, citations: reading.citations.map(toCited) };
  return {
    ...{ id: reading.id, object: "chat.completion", created: reading.created, model },
    choices: [{ index: 0, message, finish_reason: reading.finish }],
    usage: reading.figures(),
  };
}

async function* eventsOf(
  lines: ReadableStream<Uint8Array>,
  { model, withUsage }: Told,
  failure: Caller["failure"],
): AsyncGenerator<string> {
  const reading = new Reading();
  const chunk = (more: object) => {
    const head = { id: reading.id, object: "chat.completion.chunk", created: reading.created, model };
    return `data: ${JSON.stringify({ ...head, ...more })}\n\n`;
  };
  const part = (delta: object, finish: string | null = null) => ({
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  yield chunk(part({ role: "assistant", content: "" }));
  for await (const line of linesOf(lines)) {
    const content = reading.take(line);
    if (content) yield chunk(part({ content }));
  }
  if (reading.failed) {
    yield await failure(reading.failed);
    return;
  }
  yield chunk(part({ citations: reading.citations.map(toCited) }, reading.finish));
  if (withUsage) yield chunk({ choices: [], usage: reading.figures() });
  yield "data: [DONE]\n\n";
}

function streamOf(events: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await events.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await events.return(undefined);
    },
  });
}
