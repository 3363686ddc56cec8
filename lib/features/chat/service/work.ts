import "server-only";
import { finishTurn } from "@/db/queries/runs";
import { type Settlement, settleCalls } from "@/db/queries/usage";
import type { Actor } from "@/lib/auth/actor";
import { ownerNow } from "@/lib/auth/delegated";
import type { Citation } from "@/lib/citations/types";
import { AppError } from "@/lib/http/errors";
import { failureKey } from "@/lib/http/known-failure";
import { log } from "@/lib/log";
import { ChatCall, type ChatOutcome, isEmptyAnswer } from "@/lib/models/chat";
import { settleWith } from "@/lib/models/ledger";
import type { ChatMessage, ChatOptions, ResolvedModel, ToolCall } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { AnswerTimes, type CallTimes } from "@/lib/stream/answer-times";
import { callIdOf } from "@/lib/stream/call-id";
import { waitForConsent } from "@/lib/stream/consent";
import { textOfParts } from "@/lib/stream/history";
import { type ContextData, type MessagePart, type SupportData, type UsageData, workParts } from "@/lib/stream/parts";
import type { Run } from "@/lib/stream/run";
import { AnswerWriter, concludeTurn, estimatedSettlement, push, type TurnEnd } from "@/lib/stream/turn";
import { cut, storableJson } from "@/lib/text/storable";
import { runTool } from "@/lib/tools/run";
import type { AvailableTool } from "@/lib/tools/types";
import { APP } from "../app";

/** Times a model may call tools before it has to answer: bounded cost for one that never stops. */
const TOOL_ROUNDS_MAX = 8;
/** Calls of one round that are run; a model that asks for more is told so. */
const CALLS_MAX = 10;
/** Characters of a result that are kept for the reader. */
const SHOWN_MAX = 8000;
const REFUSED = "The person did not allow this call. Go on without it.";
const TOO_MANY = "Too many calls at once; this one was not run.";

/** What turns a model's words into what is shown, e.g. its numbers into citations. */
export interface AnswerSources {
  push(delta: string): string;
  end(): string;
  /** Of an answer that is taken up again. */
  kept: readonly Citation[];
  listen(onCitation: (citation: Citation) => void): void;
  settled(): Promise<{ citations: Citation[]; support: SupportData | undefined }>;
}

export interface WorkInput {
  model: ResolvedModel;
  messages: ChatMessage[];
  options: ChatOptions;
  tools: readonly AvailableTool[];
  sessionId: string;
  context: ContextData;
  sources: AnswerSources | null;
  /** Of an answer that is taken up again. */
  earlier: Earlier | null;
}

export interface Earlier extends CallTimes {
  parts: MessagePart[];
  inputTokens: number;
  outputTokens: number;
  cost: Earned | null;
}

interface Earned {
  costMicros: number;
  currency: string;
}

/** One answer from its first call to its stored end, with the tools it asks for (ARCHITECTURE 5). */
export class ChatWork {
  private readonly controller = new AbortController();
  private readonly writer: AnswerWriter;
  private readonly times: AnswerTimes;
  readonly run: Run;
  private cost: Earned | null;
  private calls = 0;
  private rounds = 0;
  private readonly usage;

  constructor(
    private readonly actor: Actor,
    private readonly input: WorkInput,
    /** Reserved and connected already. */
    private call: ChatCall,
    openRun: (end: (why: "stopped" | "interrupted") => void) => Run,
  ) {
    const { earlier } = input;
    this.cost = earlier?.cost ?? null;
    this.times = new AnswerTimes(earlier);
    this.usage = {
      inputTokens: earlier?.inputTokens ?? 0,
      outputTokens: earlier?.outputTokens ?? 0,
      reasoningTokens: 0,
      cachedTokens: 0,
      estimated: false,
    };
    this.run = openRun((why) => this.end(why));
    this.writer = new AnswerWriter(this.run, () => this.end("interrupted"));
    if (earlier) this.writer.restore(earlier.parts);
    push(this.run, { type: "data-context", data: input.context });
    const cite = (data: Citation) => push(this.run, { type: "data-citation", data });
    input.sources?.kept.forEach(cite);
    input.sources?.listen(cite);
  }

  /** Answers how it ended. Never throws. */
  async carryOut(): Promise<TurnEnd["status"]> {
    const messages = [...this.input.messages];
    for (let round = 0; ; round++) {
      let said = "";
      let thought = "";
      const outcome = await this.call.read({
        onText: (delta) => {
          said += delta;
          const shown = this.input.sources ? this.input.sources.push(delta) : delta;
          if (shown) this.writer.write(shown);
        },
        onReasoning: (delta) => {
          thought += delta;
          this.writer.think(delta);
        },
      });
      this.add(outcome);
      const wantsTools = outcome.status === "done" && outcome.toolCalls.length > 0 && this.input.tools.length > 0;
      if (!wantsTools || round >= TOOL_ROUNDS_MAX) return this.conclude(this.endOf(outcome), outcome);
      await this.call
        .settle(outcome, (settlement) => this.settle(settlement))
        .catch((err) => {
          log().error({ err, runId: this.run.id }, "usage could not be settled");
        });
      messages.push({
        role: "assistant",
        content: said,
        toolCalls: outcome.toolCalls,
        reasoning: thought || undefined,
      });
      try {
        messages.push(...(await this.runTools(outcome.toolCalls)));
        await this.next(messages, round + 1 >= TOOL_ROUNDS_MAX);
      } catch (error) {
        this.times.breakOff();
        return this.conclude(this.brokenBy(error), null);
      }
    }
  }

  private end(why: "stopped" | "interrupted"): void {
    this.controller.abort(why);
    if (why === "stopped") this.call.stop();
    else this.call.interrupt();
  }

  /** The model's next call, with what the tools answered. */
  private async next(messages: ChatMessage[], isLast: boolean): Promise<void> {
    const { model, options, tools, sessionId } = this.input;
    this.controller.signal.throwIfAborted();
    this.call = new ChatCall({
      actor: await this.actorNow(),
      app: APP,
      requestId: callIdOf(this.run.id, ++this.rounds),
      model,
      messages: [...messages],
      options,
      tools: isLast ? undefined : tools.map(({ definition }) => definition),
      sessionId,
    });
    await this.call.reserved;
    if (this.controller.signal.aborted) this.end(this.controller.signal.reason);
  }

  /** The person as they are now: an answer goes on without them, but not with rights they have lost. Throws noPermission. */
  private async actorNow(): Promise<Actor> {
    const actor = await ownerNow(this.actor.id, [P.CHAT], this.actor.request);
    if (!actor) throw new AppError("noPermission");
    return actor;
  }

  private async runTools(wanted: readonly ToolCall[]): Promise<ChatMessage[]> {
    const answers: ChatMessage[] = [];
    for (const [index, call] of wanted.entries()) {
      this.controller.signal.throwIfAborted();
      const content = index < CALLS_MAX ? await this.runOne(call) : TOO_MANY;
      answers.push({ role: "tool", toolCallId: call.id, content });
    }
    return answers;
  }

  /** Runs one call with the person's consent where it needs one; answers what the model is told. */
  private async runOne(call: ToolCall): Promise<string> {
    const { signal } = this.controller;
    const { model, tools } = this.input;
    const tool = tools.find(({ definition }) => definition.name === call.name);
    // Models number their calls anew each round; ours are told apart for the whole answer.
    const toolCallId = `call-${++this.calls}`;
    const input = parsed(call.arguments);
    const title = tool?.title || undefined;
    this.writer.tool({ type: "tool-input-available", toolCallId, toolName: call.name, title, input, dynamic: true });
    if (tool?.confirm) {
      this.writer.tool({ type: "tool-approval-request", approvalId: toolCallId, toolCallId });
      const approved = await this.times.pausedFor(waitForConsent(this.run.id, toolCallId, signal));
      this.writer.tool({ type: "tool-approval-response", approvalId: toolCallId, approved });
      if (!approved) return REFUSED;
    }
    const result = await runTool(await this.actorNow(), call.name, input, {
      signal,
      model,
      sessionId: this.input.sessionId,
      confirmed: tool?.confirm ?? false,
    });
    if (result.isError) {
      this.writer.tool({ type: "tool-output-error", toolCallId, errorText: result.error ?? "toolFailed" });
    } else {
      const output = { text: cut(result.text, SHOWN_MAX), ms: result.durationMs };
      this.writer.tool({ type: "tool-output-available", toolCallId, output });
    }
    return result.text;
  }

  private async conclude(end: TurnEnd, outcome: ChatOutcome | null): Promise<TurnEnd["status"]> {
    const rest = this.input.sources?.end();
    if (rest) this.writer.write(rest);
    this.writer.end();
    const { citations = [], support } = (await this.input.sources?.settled()) ?? {};
    if (support) push(this.run, { type: "data-support", data: support });
    const parts = [...this.writer.parts(), ...workParts({ steps: [], citations, support })];
    const message = {
      parts,
      support: support ?? null,
      context: this.input.context,
      before: this.cost,
      cost: this.priceWith(outcome),
    };
    return concludeTurn(this.run, end, message, (turn) =>
      outcome
        ? this.call.settle(outcome, (settlement) => finishTurn(turn, settlement))
        : settleWith(estimatedSettlement({ id: this.run.id, day: today() }, 0, end), (row) => finishTurn(turn, row)),
    );
  }

  /** How an answer ends whose last call ended so. */
  private endOf({ status, error, toolCalls }: ChatOutcome): TurnEnd {
    const { text } = this.writer;
    // What tools and earlier calls said stays: the answer is not "none at all".
    const isCutShort = status === "failed" && this.writer.parts().length > 0;
    if (status === "done" && !text && toolCalls.length > 0 && this.calls > 0) {
      return { ...this.figures(), status: "interrupted", error: "toolRoundsReached" };
    }
    if (isEmptyAnswer({ status, error }, textOfParts(this.writer.parts()))) {
      return { ...this.figures(), status: this.calls > 0 ? "interrupted" : "failed", error: "emptyAnswer" };
    }
    return { ...this.figures(), status: isCutShort ? "interrupted" : status, error };
  }

  private brokenBy(error: unknown): TurnEnd {
    const { aborted, reason } = this.controller.signal;
    if (aborted) {
      return { ...this.figures(), status: reason, error: reason === "stopped" ? null : "interrupted" };
    }
    const key = failureKey(error);
    if (key === "unknown") log().error({ err: error, runId: this.run.id }, "answer broke off");
    return { ...this.figures(), status: "interrupted", error: key };
  }

  private figures() {
    return { usage: this.usage, ...this.times.figures() };
  }

  /** Money of the whole answer. */
  private priceWith(outcome: ChatOutcome | null): UsageData["cost"] {
    const last = outcome && this.call.priceOf(outcome);
    if (!last && !this.cost) return null;
    const micros = (this.cost?.costMicros ?? 0) + (last?.micros ?? 0);
    return { micros, currency: last?.currency ?? this.cost?.currency ?? "" };
  }

  private add(outcome: ChatOutcome): void {
    const { usage } = outcome;
    this.times.add(this.call.startedAt, outcome);
    this.usage.inputTokens += usage.inputTokens;
    this.usage.outputTokens += usage.outputTokens;
    this.usage.estimated ||= usage.estimated;
  }

  private async settle(settlement: Settlement): Promise<void> {
    await settleCalls([settlement]);
    const { costMicros, currency } = settlement;
    if (costMicros === null || currency === null) return;
    this.cost = { costMicros: (this.cost?.costMicros ?? 0) + costMicros, currency };
  }
}

function parsed(text: string): unknown {
  try {
    // The text holds characters that cannot be stored as escapes, which only now come out.
    return storableJson(JSON.parse(text || "{}"));
  } catch {
    // Not JSON: the check of the arguments says so to the model.
    return text;
  }
}

/** UTC; only names the day of a settlement whose call was never reserved. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}
