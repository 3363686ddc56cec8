import "server-only";
import { finishTurn } from "@/db/queries/runs";
import type { TurnNode } from "@/db/queries/turns";
import type { Actor } from "@/lib/auth/actor";
import { ownerMay } from "@/lib/auth/delegated";
import { Grounding } from "@/lib/grounding/grounding";
import { gather, type Material } from "@/lib/grounding/material";
import { passagesBlock, withoutMarks } from "@/lib/grounding/passages";
import type { Source } from "@/lib/grounding/sources";
import { AppError } from "@/lib/http/errors";
import { failureKey } from "@/lib/http/known-failure";
import { log } from "@/lib/log";
import { ChatCall, type ChatOutcome, isEmptyAnswer } from "@/lib/models/chat";
import { settleWith } from "@/lib/models/ledger";
import { isBuiltin } from "@/lib/models/templates";
import type { ChatMessage, ResolvedModel, TokenUsage } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { AnswerTimes } from "@/lib/stream/answer-times";
import { callIdOf } from "@/lib/stream/call-id";
import { fittingHistory, textOfParts } from "@/lib/stream/history";
import { type MessagePart, type SupportData, workParts } from "@/lib/stream/parts";
import type { Run } from "@/lib/stream/run";
import { AnswerWriter, concludeTurn, estimatedSettlement, push, type TurnEnd } from "@/lib/stream/turn";
import { APP } from "../app";
import type { DocumentConfigDto } from "../dto";
import { ANSWER_RULES, questionPrompt } from "../prompt";
import { pickSources } from "./pick";
import { Steps } from "./steps";
import { judgeSupport } from "./support";

/** A question this short leans on the one before it ("and in 2024?"): both are searched for, characters. */
const SHORT_QUESTION = 40;
const GO_ON = "Go on exactly where you stopped. Repeat nothing and add no remark.";
const EMPTY = { status: "failed", error: "emptyAnswer" } as const;
const NO_USAGE: TokenUsage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, estimated: true };

export interface AnswerInput {
  sessionId: string;
  /** The branch above the question, newest first. */
  path: readonly TurnNode[];
  question: string;
  quote?: Extract<MessagePart, { type: "quote" }>;
  isNew: boolean;
  model: ResolvedModel;
  config: DocumentConfigDto;
  sources: readonly Source[];
  /** Documents that are not ready and do not take part. */
  waiting: number;
}

interface Spoken {
  call: ChatCall;
  outcome: ChatOutcome;
  /** Of all calls that wrote this answer. */
  end: TurnEnd;
}

/** One answer about documents from its question to its stored end: picked, found, read, said, checked. */
export class AnswerWork {
  private readonly steps: Steps;
  private readonly writer: AnswerWriter;
  private call: ChatCall | undefined;
  private grounding: Grounding | undefined;
  private readonly times = new AnswerTimes();

  constructor(
    private readonly actor: Actor,
    private readonly run: Run,
    /** Aborted with "stopped" or "interrupted". */
    private readonly controller: AbortController,
    private readonly input: AnswerInput,
  ) {
    this.steps = new Steps(run);
    this.writer = new AnswerWriter(run, () => controller.abort("interrupted"));
    controller.signal.addEventListener("abort", () => {
      if (controller.signal.reason === "stopped") this.call?.stop();
      else this.call?.interrupt();
    });
  }

  /** Answers how it ended. */
  async carryOut(): Promise<string> {
    let spoken: Spoken | undefined;
    let support: SupportData | undefined;
    let failure: unknown;
    try {
      const material = await this.prepare();
      spoken = await this.steps.do("answer", () => this.speak(material));
      support = await this.check(spoken.end);
    } catch (error) {
      failure = error;
    }
    this.writer.end();
    const citations = (await this.grounding?.settled()) ?? [];
    const end = spoken?.end ?? this.endWithoutAnswer(failure);
    const parts = [...this.writer.parts(), ...workParts({ steps: this.steps.list(), citations, support })];
    return concludeTurn(this.run, end, { parts, support: support ?? null }, (turn) =>
      spoken
        ? spoken.call.settle(spoken.outcome, (settlement) => finishTurn(turn, settlement))
        : settleWith(estimatedSettlement({ id: this.run.id, day: today() }, 0, end), (row) => finishTurn(turn, row)),
    );
  }

  private async prepare(): Promise<Material> {
    const { actor, input } = this;
    const { config, model } = input;
    const { signal } = this.controller;
    let { sources } = input;
    if (config.fileSelect.enabled && sources.length > 1) {
      sources = await this.steps.do("select", async (facts) => {
        const { question, sessionId } = input;
        const picked = await pickSources(actor, { sources, question, model, config, signal, sessionId });
        Object.assign(facts, { documents: picked.length, all: input.sources.length });
        return picked;
      });
    }
    signal.throwIfAborted();
    const material = await this.steps.do("retrieve", async (facts) => {
      const found = await gather(actor, { app: APP, sources, query: this.query(), model });
      facts.passages = found.passages.length;
      return found;
    });
    signal.throwIfAborted();
    await this.steps.do("read", async (facts) => {
      facts.documents = material.indexes.size;
      facts.characters = material.prompt.reduce((sum, { text }) => sum + text.length, 0);
      if (input.waiting > 0) facts.waiting = input.waiting;
    });
    return material;
  }

  /** What is searched for: the question, the words it is about, and for a short one what was asked before. */
  private query(): string {
    const { question, quote, path } = this.input;
    const before = path.find((node) => node.role === "user");
    const context = question.length < SHORT_QUESTION && before ? textOfParts(before.parts) : "";
    return [question, quote?.text ?? "", context].filter(Boolean).join("\n");
  }

  /** The model's answer; one that was cut for length is continued as the person's settings say (spec 3). */
  private async speak(material: Material): Promise<Spoken> {
    const { actor, input, run } = this;
    const { keepGenerating } = input.config;
    const grounding = new Grounding({ ...material, sources: input.sources }, (citation) =>
      push(run, { type: "data-citation", data: citation }),
    );
    this.grounding = grounding;
    const messages = this.messages(material);
    const usage = { ...NO_USAGE, estimated: false };
    let said = "";
    for (let round = 0; ; round++) {
      this.controller.signal.throwIfAborted();
      // An answer goes on without its person, but not with rights they have lost.
      if (!(await ownerMay(actor.id, P.DOCUMENT))) throw new AppError("noPermission");
      const call = new ChatCall({
        actor,
        app: APP,
        requestId: callIdOf(run.id, round),
        model: input.model,
        messages: round === 0 ? messages : continued(messages, said),
        options: {},
        sessionId: input.sessionId,
        isQuestion: input.isNew && round === 0,
        isOpening: input.isNew && round === 0 && input.path.length === 0,
      });
      this.call = call;
      // A limit refuses the call before anything of it is shown.
      await call.reserved;
      const outcome = await call.read({
        onText: (delta) => {
          said += delta;
          const text = grounding.push(delta);
          if (text) this.writer.write(text);
        },
        onReasoning: this.writer.handlers.onReasoning,
      });
      add(usage, outcome.usage);
      this.times.add(call.startedAt, outcome);
      // One that was cut while it still thought has nothing to be continued.
      const isCut = outcome.status === "limited" && outcome.error === null && !isBuiltin(input.model) && said !== "";
      if (isCut && keepGenerating.enabled && round < keepGenerating.maxCount) {
        await call.settle(outcome);
        continue;
      }
      const rest = grounding.end();
      if (rest) this.writer.write(rest);
      await grounding.settled();
      const isEmpty = isEmptyAnswer(outcome, textOfParts(this.writer.parts()));
      const { status, error } = isEmpty ? EMPTY : outcome;
      return { call, outcome, end: { status, error, usage, ...this.times.figures() } };
    }
  }

  private messages(material: Material): ChatMessage[] {
    const { model, config, question, quote, path } = this.input;
    const passages = passagesBlock(material.prompt);
    const prompt = questionPrompt(config.questionTemplate, { question, passages, quote: quote?.text });
    const history = fittingHistory(path, [ANSWER_RULES, prompt], {
      contextWindow: model.contextWindow,
      maxOutputTokens: model.maxOutputTokens,
      memoryRounds: config.memoryCount,
    });
    return [
      { role: "system", content: ANSWER_RULES },
      ...history.map(({ role, content }) => ({ role, content: withoutMarks(content as string) })),
      { role: "user", content: prompt },
    ];
  }

  /** Whether the cited sentences are borne out; an answer that failed or was stopped is judged by what stands there. */
  private async check(end: TurnEnd): Promise<SupportData | undefined> {
    const { grounding } = this;
    if (!grounding || end.status === "failed") return undefined;
    const cited = await grounding.settled();
    if (cited.length === 0) {
      this.steps.skip("check");
      return undefined;
    }
    return this.steps.do("check", async (facts) => {
      const { signal } = this.controller;
      const { sessionId } = this.input;
      const support = await judgeSupport(this.actor, { cited: grounding.cited, signal, sessionId });
      Object.assign(facts, { cited: support.cited, supported: support.supported });
      push(this.run, { type: "data-support", data: support });
      return support;
    });
  }

  private endWithoutAnswer(failure: unknown): TurnEnd {
    const { aborted, reason } = this.controller.signal;
    const base = { usage: NO_USAGE, ...this.times.figures() };
    if (aborted && reason === "stopped") return { ...base, status: "stopped", error: null };
    if (aborted) return { ...base, status: "interrupted", error: "interrupted" };
    const error = failureKey(failure);
    if (error === "unknown") log().error({ err: failure, runId: this.run.id }, "answer about documents failed");
    return { ...base, status: "failed", error };
  }
}

const today = () => new Date().toISOString().slice(0, 10);

function continued(messages: readonly ChatMessage[], said: string): ChatMessage[] {
  return [...messages, { role: "assistant", content: said }, { role: "user", content: GO_ON }];
}

function add(sum: TokenUsage, more: TokenUsage): void {
  sum.inputTokens += more.inputTokens;
  sum.outputTokens += more.outputTokens;
  sum.reasoningTokens += more.reasoningTokens;
  sum.cachedTokens += more.cachedTokens;
  sum.estimated ||= more.estimated;
}
