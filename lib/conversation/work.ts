import "server-only";
import type { NewTurn } from "@/db/queries/conversation/turns";
import { type Settlement, settleCalls } from "@/db/queries/models/usage";
import type { Actor } from "@/lib/auth/actor";
import { ownerNow } from "@/lib/auth/delegated";
import type { Citation } from "@/lib/citations/dto";
import type { ReviewSide } from "@/lib/config/review-kinds";
import { AppError } from "@/lib/errors/errors";
import { failureKey } from "@/lib/errors/known-failure";
import { log } from "@/lib/log";
import { ChatCall, type ChatOutcome, isEmptyAnswer } from "@/lib/models/chat";
import { settleWith } from "@/lib/models/ledger";
import { estimatedSettlement } from "@/lib/models/settlement";
import { isBuiltin } from "@/lib/models/templates";
import type { ChatMessage } from "@/lib/models/types";
import { type OutputGuard, outputGuard } from "@/lib/review/guard";
import { AnswerTimes } from "@/lib/stream/answer-times";
import { callIdOf } from "@/lib/stream/call-id";
import { textOfParts } from "@/lib/stream/history";
import { type GroundednessData, type Money, type UsageData, workParts } from "@/lib/stream/parts";
import type { Run } from "@/lib/stream/run";
import { AnswerWriter, concludeTurn, emptyWithheld, openRun, push, type TurnEnd } from "@/lib/stream/turn";
import { storeEnd } from "@/lib/stream/turn-store";
import type { ConversationArea } from "./area";
import { type Earned, goOn } from "./continued";
import type { Speech, Turn } from "./kind";
import { SourcesWatch } from "./sources-watch";
import { Steps } from "./steps";
import { ToolRounds } from "./tool-rounds";
import { answerEnded } from "./watched-answers";

/** Times a model may call tools before it has to answer: bounded cost for one that never stops. */
const TOOL_ROUNDS_MAX = 8;

/** How an answer ends that no model was asked for. */
const SAID: ChatOutcome = {
  status: "done",
  error: null,
  detail: "",
  usage: { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, estimated: false },
  toolCalls: [],
  firstTokenMs: null,
  durationMs: 0,
};

/** A call that is reserved and connected already, and what it was told. */
export interface OpenCall {
  call: ChatCall;
  speech: Speech;
}

/**
 * One answer from its question to its stored end (ARCHITECTURE 5): what is said is worked out in steps where the kind has
 * them, the model speaks, with the tools it asks for and once more where it was cut, and what it cites is checked.
 */
export class AnswerWork {
  readonly run: Run;
  private readonly controller = new AbortController();
  private readonly writer: AnswerWriter;
  private readonly steps: Steps;
  private readonly times: AnswerTimes;
  private readonly tools: ToolRounds;
  private readonly usage: TurnEnd["usage"];
  private cost: Earned | null;
  private speech: Speech | undefined;
  private call: ChatCall | undefined;
  private rounds = 0;
  /** A call told what it used. */
  private isCounted = false;
  private readonly watch: SourcesWatch;
  private guard: OutputGuard | null = null;
  /** A review rule answered: nothing of what was found or said before is kept. */
  private isWithheld = false;

  constructor(
    private readonly actor: Actor,
    private readonly area: ConversationArea,
    private readonly turn: Turn,
    rows: NewTurn,
    /** Null where what is said is still to be worked out. */
    opened: OpenCall | null,
  ) {
    const { continued } = turn;
    this.cost = continued?.cost ?? null;
    this.times = new AnswerTimes(continued);
    this.usage = {
      inputTokens: continued?.inputTokens ?? 0,
      outputTokens: continued?.outputTokens ?? 0,
      reasoningTokens: 0,
      cachedTokens: 0,
      estimated: false,
    };
    this.run = openRun(rows, (why) => this.end(why));
    this.watch = new SourcesWatch({
      runId: this.run.id,
      actorNow: () => this.actorNow(),
      end: () => this.end("interrupted"),
    });
    this.steps = new Steps(this.run, (cost) => this.earn(cost));
    this.writer = new AnswerWriter(this.run, () => this.end("interrupted"));
    this.tools = new ToolRounds({
      run: this.run,
      writer: this.writer,
      times: this.times,
      signal: this.controller.signal,
      actorNow: () => this.actorNow(),
      model: turn.model,
      sessionId: turn.context.sessionId,
      sources: () => this.speech?.sources ?? null,
      allows: (text) => this.guard?.allows(text) ?? true,
    });
    if (continued) this.writer.restore(continued.parts);
    if (!opened) return;
    this.call = opened.call;
    this.begin(opened.speech);
  }

  /** Answers how it ended. Never throws. */
  async carryOut(): Promise<TurnEnd["status"]> {
    let outcome: ChatOutcome | null = null;
    let failure: unknown;
    try {
      outcome = await this.answer();
    } catch (error) {
      this.times.breakOff();
      this.endText();
      failure = error;
    }
    return this.conclude(outcome ? this.endOf(outcome) : this.brokenBy(failure), outcome);
  }

  private async answer(): Promise<ChatOutcome> {
    const { speech, refused, context, reviewRules } = this.turn;
    if (refused !== undefined) return this.withhold("input", refused);
    this.guard = await outputGuard(this.actor, {
      app: this.area.app,
      sessionId: context.sessionId,
      messageId: this.run.messageId,
      keepsContent: !context.isTemporary,
      reviewRules,
    }).catch((error: unknown) => {
      this.call?.interrupt();
      throw error;
    });
    if (typeof speech !== "function") return this.speak();
    const { signal } = this.controller;
    const { continued } = this.turn;
    const made = await speech({ steps: this.steps, signal, actorNow: () => this.actorNow() });
    this.begin(continued ? { ...made, messages: goOn(made.messages, continued.text) } : made);
    return this.steps.do("answer", async (_, step) => {
      const before = this.cost?.costMicros ?? 0;
      const outcome = await this.speak();
      const whole = this.priceWith(outcome);
      if (whole) step.tellCost({ ...whole, micros: whole.micros - before });
      return outcome;
    });
  }

  private begin(speech: Speech): void {
    this.speech = speech;
    const { context, curated, sources } = speech;
    if (curated) push(this.run, { type: "data-curated", data: curated });
    if (context) push(this.run, { type: "data-context", data: context });
    const cite = (data: Citation) => push(this.run, { type: "data-citation", data });
    sources?.kept.forEach(cite);
    sources?.listen(cite, (versionId) => this.watch.look([versionId]));
  }

  /** For as long as the reader may read what is spoken from. */
  private speak(): Promise<ChatOutcome> {
    return this.watch.during(this.speech?.sources?.versionIds ?? null, () => this.say());
  }

  /** The model's words, over as many calls as its tools and its room for an answer ask for. */
  private async say(): Promise<ChatOutcome> {
    const { messages: first = [], tools = [], sources = null, goesOn = 0, words } = this.speech ?? {};
    if (words !== undefined) {
      if (this.guard && !this.guard.allows(words)) return this.withhold("output", this.guard.hit?.reply ?? "");
      this.writer.write(words);
      this.isCounted = true;
      return SAID;
    }
    const messages = [...first];
    let said = "";
    let [toolRounds, goneOn] = [0, 0];
    for (;;) {
      const isLast = toolRounds >= TOOL_ROUNDS_MAX;
      const call = await this.open(goneOn > 0 ? goOn(messages, said) : messages, isLast);
      let thought = "";
      const handlers = {
        onText: (delta: string) => {
          if (this.watch.isWithdrawn) return;
          said += delta;
          const shown = sources ? sources.push(delta) : delta;
          if (shown) this.writer.write(shown);
        },
        onReasoning: (delta: string) => {
          if (this.watch.isWithdrawn) return;
          thought += delta;
          this.writer.think(delta);
        },
      };
      const outcome = await call.read(handlers, this.guard);
      this.add(call, outcome);
      if (outcome.review) return { ...outcome, ...this.withhold("output", outcome.review.reply), usage: outcome.usage };
      if (outcome.status === "done" && outcome.toolCalls.length > 0 && tools.length > 0 && !isLast) {
        toolRounds++;
        await this.settleBetween(call, outcome);
        const { toolCalls } = outcome;
        messages.push({ role: "assistant", content: said, toolCalls, reasoning: thought || undefined });
        messages.push(...(await this.tools.run(toolCalls, tools)));
        if (this.guard?.hit) return { ...outcome, ...this.withhold("output", this.guard.hit.reply) };
        [said, goneOn] = ["", 0];
      } else if (goneOn < goesOn && this.isCut(outcome, said)) {
        goneOn++;
        await this.settleBetween(call, outcome);
      } else {
        this.endText();
        await sources?.settled();
        return outcome;
      }
    }
  }

  /** A review rule's reply takes the place of the answer (spec K7). */
  private withhold(side: ReviewSide, reply: string): ChatOutcome {
    this.isWithheld = true;
    this.writer.withhold(side);
    this.writer.write(reply);
    if (side === "input") this.isCounted = true;
    return SAID;
  }

  /** Shows what was held back because it might have become a citation. */
  private endText(): void {
    const rest = this.watch.isWithdrawn || this.isWithheld ? "" : this.speech?.sources?.end();
    if (rest) this.writer.write(rest);
  }

  /** Cut for length. One that was cut while it still thought has nothing to be gone on with. */
  private isCut({ status, error }: ChatOutcome, said: string): boolean {
    return status === "limited" && error === null && !isBuiltin(this.turn.model) && said !== "";
  }

  /** The call that is open already, or the next one. A limit refuses it before anything of it is shown. */
  private async open(messages: readonly ChatMessage[], isLast: boolean): Promise<ChatCall> {
    const round = this.rounds++;
    if (round === 0 && this.call) return this.call;
    const { question, context, model, continued } = this.turn;
    const { options = {}, tools = [] } = this.speech ?? {};
    this.controller.signal.throwIfAborted();
    const isFirst = round === 0 && question.isNew && !continued;
    const call = new ChatCall({
      actor: await this.actorNow(),
      app: this.area.app,
      requestId: callIdOf(this.run.id, round),
      model,
      messages: [...messages],
      options,
      tools: isLast || tools.length === 0 ? undefined : tools.map(({ definition }) => definition),
      sessionId: context.sessionId,
      isQuestion: isFirst,
      isOpening: isFirst && context.path.length === 0,
    });
    this.call = call;
    await call.reserved;
    if (this.controller.signal.aborted) this.end(this.controller.signal.reason);
    return call;
  }

  private end(why: "stopped" | "interrupted"): void {
    this.controller.abort(why);
    if (why === "stopped") this.call?.stop();
    else this.call?.interrupt();
  }

  /** The person as they are now: an answer goes on without them, but not with rights they have lost. Throws noPermission. */
  private async actorNow(): Promise<Actor> {
    const actor = await ownerNow(this.actor.id, [this.area.permission], this.actor.request);
    if (!actor) throw new AppError("noPermission");
    return { ...actor, apiKey: this.actor.apiKey };
  }

  private async conclude(ended: TurnEnd, outcome: ChatOutcome | null): Promise<TurnEnd["status"]> {
    const { sources = null, context, curated } = this.speech ?? {};
    this.writer.end();
    const found = (await sources?.settled()) ?? [];
    const citations = this.isWithheld ? [] : found;
    const isJudged = ended.status !== "failed" && !this.watch.isWithdrawn && !this.isWithheld;
    const support = isJudged ? await this.check(citations) : undefined;
    if (support) push(this.run, { type: "data-support", data: support });
    const worked = { steps: this.steps.list(), pages: this.steps.pages(), citations, support, curated };
    const work = this.isWithheld ? { steps: [], citations } : worked;
    const made = [...this.writer.parts(), ...workParts(work)];
    const parts = await this.watch.stored(made);
    const end = this.watch.ended(ended);
    const cost = this.priceWith(outcome);
    const message = { parts, support: support ?? null, context, before: this.cost, cost };
    const { call } = this;
    // UTC; only names the day of a settlement whose call was never reserved.
    const day = new Date().toISOString().slice(0, 10);
    const status = await concludeTurn(this.run, end, message, (turn) =>
      outcome && call
        ? call.settle(outcome, (settlement) => storeEnd(turn, settlement))
        : settleWith(estimatedSettlement({ id: this.run.id, day }, 0, end), (row) => storeEnd(turn, row)),
    );
    emptyWithheld(this.run);
    answerEnded(this.run.messageId, parts);
    return status;
  }

  /** Whether sentences are borne out, as a step where the kind has them. */
  private async check(citations: readonly Citation[]): Promise<GroundednessData | undefined> {
    const sources = this.speech?.sources;
    // What a person stands for is no model's claim.
    if (!sources || this.speech?.words !== undefined) return undefined;
    const judge = () => sources.support(this.controller.signal);
    try {
      if (typeof this.turn.speech !== "function") return await judge();
      if (citations.length > 0 || sources.looksAtUncited) {
        return await this.steps.do("check", async (facts) => {
          const support = await judge();
          const { cited, supported, uncited = [] } = support ?? { cited: 0, supported: 0 };
          Object.assign(facts, { cited, supported, uncited: uncited.length });
          return support;
        });
      }
      this.steps.skip("check");
    } catch (err) {
      log().error({ err, runId: this.run.id }, "citations could not be checked");
    }
    return undefined;
  }

  /** How an answer ends whose last call ended so. */
  private endOf({ status, error, toolCalls }: ChatOutcome): TurnEnd {
    const { text } = this.writer;
    const usedTools = this.tools.count > 0;
    // What tools and earlier calls said stays: the answer is not "none at all".
    const isCutShort = status === "failed" && this.writer.parts().length > 0;
    if (status === "done" && !text && toolCalls.length > 0 && usedTools) {
      return { ...this.figures(), status: "interrupted", error: "toolRoundsReached" };
    }
    if (isEmptyAnswer({ status, error }, textOfParts(this.writer.parts()))) {
      return { ...this.figures(), status: usedTools ? "interrupted" : "failed", error: "emptyAnswer" };
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
    // Nothing was said: it failed.
    return { ...this.figures(), status: this.writer.parts().length > 0 ? "interrupted" : "failed", error: key };
  }

  private figures() {
    return { usage: { ...this.usage, estimated: this.usage.estimated || !this.isCounted }, ...this.times.figures() };
  }

  /** Money of the whole answer. */
  private priceWith(outcome: ChatOutcome | null): UsageData["cost"] {
    const last = outcome && this.call?.priceOf(outcome);
    if (!last && !this.cost) return null;
    const micros = (this.cost?.costMicros ?? 0) + (last?.micros ?? 0);
    return { micros, currency: last?.currency ?? this.cost?.currency ?? "" };
  }

  private add(call: ChatCall, outcome: ChatOutcome): void {
    const { usage } = outcome;
    this.times.add(call.startedAt, outcome);
    this.usage.inputTokens += usage.inputTokens;
    this.usage.outputTokens += usage.outputTokens;
    this.usage.reasoningTokens += usage.reasoningTokens;
    this.usage.cachedTokens += usage.cachedTokens;
    this.usage.estimated ||= usage.estimated;
    this.isCounted = true;
  }

  /** Settles a call after which the answer goes on. */
  private async settleBetween(call: ChatCall, outcome: ChatOutcome): Promise<void> {
    await call
      .settle(outcome, (settlement) => this.settle(settlement))
      .catch((err) => log().error({ err, runId: this.run.id }, "usage could not be settled"));
  }

  private async settle(settlement: Settlement): Promise<void> {
    await settleCalls([settlement]);
    const { costMicros, currency } = settlement;
    if (costMicros !== null && currency !== null) this.earn({ micros: costMicros, currency });
  }

  private earn({ micros, currency }: Money): void {
    this.cost = { costMicros: (this.cost?.costMicros ?? 0) + micros, currency };
  }
}
