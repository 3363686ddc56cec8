import type { Citation } from "@/lib/citations/types";
import { api } from "@/lib/http/api-client";
import { ApiError, RequestCancelled } from "@/lib/http/api-error";
import type {
  FinishMetadata,
  MessagePart,
  StartMetadata,
  StepData,
  StreamLine,
  SupportData,
  UsageData,
} from "@/lib/stream/parts";
import type { ChatMessageDto } from "./dto";

/** Messages fetched at a time. */
export const PAGE_SIZE = 40;
/** Pauses before a lost stream is taken up again, milliseconds. */
const RECONNECT_MS = [300, 1000, 2000, 4000, 8000];

/** The answer being written. Text grows with every frame of the screen. */
export interface LiveAnswer {
  messageId: string;
  runId: string;
  text: string;
  reasoning: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  thoughtMs: number | null;
  /** Of answers that are made in steps; in the order they began. */
  steps: readonly StepData[];
  /** One for each mark the text has so far. */
  citations: readonly Citation[];
  support: SupportData | null;
  isReconnecting: boolean;
  isStopping: boolean;
}

export interface ChatState {
  items: readonly ChatMessageDto[];
  hasEarlier: boolean;
  /** The end is not here: the messages stand around one that was looked for. */
  hasLater?: boolean;
  live: LiveAnswer | null;
  /** A question is on its way and not yet confirmed. */
  isSending: boolean;
}

interface MessagePage {
  items: ChatMessageDto[];
  hasEarlier: boolean;
  hasLater?: boolean;
}

/** Where the calls of one kind of chat go; runs are followed and stopped at one place. */
export interface ChatPaths {
  sessions: string;
  messages: string;
}
const PERSONAL: ChatPaths = { sessions: "/chat/sessions", messages: "/chat/messages" };

/** What may go along with a question. */
export interface QuestionExtras {
  quote?: Extract<MessagePart, { type: "quote" }>;
  /** Further fields of the call. */
  fields?: Record<string, unknown>;
  /** What the question reads as, where the server words it. */
  shown?: string;
}

/**
 * One chat in the browser: its messages and the answer that is being written. Lives outside React, so that a token costs
 * one object a frame and the rest of the page stays still. Lines are counted, so that a lost connection is taken up where
 * it broke (AHEAD B1).
 */
export class ChatController {
  private state: ChatState;
  private readonly listeners = new Set<() => void>();
  private abort: AbortController | null = null;
  private frame = 0;
  private pendingText = "";
  private pendingReasoning = "";
  private lines = 0;
  private usage: UsageData | null = null;

  constructor(
    readonly sessionId: string,
    first: MessagePage,
    private readonly paths: ChatPaths = PERSONAL,
  ) {
    this.state = { ...first, live: null, isSending: false };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): ChatState => this.state;

  private set(patch: Partial<ChatState>): void {
    this.state = { ...this.state, ...patch };
    for (const listener of this.listeners) listener();
  }

  /** Takes up an answer that is still being written, e.g. after a reload or on a second tab. */
  resume(): void {
    const answer = this.state.items.find((item) => item.status === "streaming" && item.runId);
    if (!answer?.runId || this.abort) return;
    this.begin(answer.id, answer.runId, Date.parse(answer.createdAt));
    void this.follow(answer.runId, 0);
  }

  /** Leaves the page: the answer goes on without this reader. */
  leave(): void {
    this.abort?.abort();
    this.abort = null;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  /** Asks. Rejects with ApiError when the server refuses before the first line: the text stays with the caller. */
  async send(text: string, modelId: string | undefined, { quote, fields, shown }: QuestionExtras = {}): Promise<void> {
    const body: Record<string, unknown> = { ...fields, text, modelId, messageId: crypto.randomUUID() };
    // The words themselves come from the document, on the server.
    if (quote) body.quote = { versionId: quote.versionId, from: quote.from, to: quote.to };
    const parts: MessagePart[] = [...(quote ? [quote] : []), { type: "text", text: shown ?? text }];
    await this.run(`${this.paths.sessions}/${this.sessionId}/answer`, body, parts);
  }

  /** Answers a question once more, beside the answers it has. */
  async reAnswer(answerId: string, modelId: string | undefined): Promise<void> {
    await this.run(`${this.paths.messages}/${answerId}/re-answer`, { modelId, messageId: crypto.randomUUID() }, null);
  }

  async stop(): Promise<void> {
    const { live } = this.state;
    if (!live || live.isStopping) return;
    this.set({ live: { ...live, isStopping: true } });
    await api.post(`/chat/runs/${live.runId}/stop`);
  }

  /** Shows another of the answers to a question. */
  async show(messageId: string): Promise<void> {
    this.set(await api.post<MessagePage>(`${this.paths.messages}/${messageId}/show`, { limit: PAGE_SIZE }));
  }

  async loadEarlier(): Promise<void> {
    const before = this.state.items[0]?.id;
    if (!before || !this.state.hasEarlier) return;
    const query = { before, limit: PAGE_SIZE };
    const page = await api.get<MessagePage>(`${this.paths.sessions}/${this.sessionId}/messages`, { query });
    this.set({ items: [...page.items, ...this.state.items], hasEarlier: page.hasEarlier });
  }

  async loadLater(): Promise<void> {
    const after = this.state.items.at(-1)?.id;
    if (!after || !this.state.hasLater) return;
    const query = { after, limit: PAGE_SIZE };
    const page = await api.get<MessagePage>(`${this.paths.sessions}/${this.sessionId}/messages`, { query });
    this.set({ items: [...this.state.items, ...page.items], hasLater: page.hasLater });
    this.resume();
  }

  /** Leaves the stretch around a message for the end of the chat. */
  async toEnd(): Promise<void> {
    if (!this.state.hasLater) return;
    const query = { limit: PAGE_SIZE };
    this.set(await api.get<MessagePage>(`${this.paths.sessions}/${this.sessionId}/messages`, { query }));
    this.resume();
  }

  /** Shows a message that is not among those here, in whatever branch it is. */
  async open(messageId: string): Promise<void> {
    this.set(await api.post<MessagePage>(`${this.paths.messages}/${messageId}/open`, { limit: PAGE_SIZE }));
    this.resume();
  }

  /** Reads the messages anew, e.g. when the tab comes back into view. */
  async refresh(): Promise<void> {
    if (this.abort || this.state.isSending || this.state.hasLater) return;
    const limit = Math.min(500, Math.max(PAGE_SIZE, this.state.items.length));
    const page = await api.get<MessagePage>(`${this.paths.sessions}/${this.sessionId}/messages`, { query: { limit } });
    if (this.abort || this.state.isSending) return;
    this.set(page);
    this.resume();
  }

  private begin(messageId: string, runId: string, startedAt: number): void {
    this.pendingText = "";
    this.pendingReasoning = "";
    this.lines = 0;
    this.usage = null;
    const live = { messageId, runId, text: "", reasoning: "", startedAt, thoughtMs: null };
    const made = { steps: [], citations: [], support: null };
    this.set({ live: { ...live, ...made, isReconnecting: false, isStopping: false } });
  }

  private async run(path: string, body: object, question: MessagePart[] | null): Promise<void> {
    if (this.abort) return;
    const abort = new AbortController();
    this.abort = abort;
    this.set({ isSending: true });
    // What is asked belongs to the end of the chat.
    await this.toEnd().catch(() => undefined);
    let metadata: StartMetadata | undefined;
    try {
      for await (const line of api.streamPost<StreamLine>(path, body, { signal: abort.signal })) {
        if (!metadata && line.type === "start") {
          metadata = line.messageMetadata as StartMetadata;
          this.accept(metadata, question);
        }
        this.take(line);
      }
      if (metadata) await this.settle(metadata.runId);
      else this.set({ isSending: false });
    } catch (error) {
      if (error instanceof RequestCancelled) return;
      if (!metadata) {
        this.abort = null;
        this.set({ isSending: false });
        throw error;
      }
      await this.reconnect(metadata.runId);
    }
  }

  /** The first line: question and answer are stored, their ids are known. */
  private accept(metadata: StartMetadata, asked: MessagePart[] | null): void {
    const { items } = this.state;
    const now = new Date().toISOString();
    const blank = { status: "done" as const, error: null, modelId: null, modelName: null, usage: null, runId: null };
    const questionAt = items.findIndex((item) => item.id === metadata.questionId);
    const above = questionAt < 0 ? items : items.slice(0, questionAt + 1);
    const earlier = questionAt < 0 ? [] : (items[questionAt + 1]?.siblingIds ?? []);
    const question: ChatMessageDto | null =
      asked === null || questionAt >= 0
        ? null
        : {
            ...blank,
            id: metadata.questionId,
            parentId: items.at(-1)?.id ?? null,
            role: "user",
            parts: asked,
            siblingIds: [metadata.questionId],
            createdAt: now,
          };
    const answer: ChatMessageDto = {
      ...blank,
      id: metadata.answerId,
      parentId: metadata.questionId,
      role: "assistant",
      parts: [],
      status: "streaming",
      modelName: metadata.modelName,
      runId: metadata.runId,
      siblingIds: [...earlier, metadata.answerId],
      createdAt: now,
    };
    this.set({ items: [...above, ...(question ? [question] : []), answer], isSending: false });
    this.begin(metadata.answerId, metadata.runId, Date.now());
  }

  private take(line: StreamLine): void {
    this.lines++;
    if (line.type === "text-delta") this.pendingText += line.delta;
    else if (line.type === "reasoning-delta") this.pendingReasoning += line.delta;
    else if (line.type === "data-usage") this.usage = line.data;
    else if (line.type === "data-step" || line.type === "data-citation" || line.type === "data-support")
      this.note(line);
    else if (line.type === "finish") this.finish(line.messageMetadata as FinishMetadata);
    else if (line.type === "reasoning-end") this.endThinking();
    if (this.pendingText || this.pendingReasoning) this.frame ||= requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.frame = 0;
    const { live } = this.state;
    if (!live || !(this.pendingText || this.pendingReasoning)) return;
    const text = live.text + this.pendingText;
    const reasoning = live.reasoning + this.pendingReasoning;
    this.pendingText = "";
    this.pendingReasoning = "";
    this.set({ live: { ...live, text, reasoning } });
  }

  /** What stands beside the text of an answer from sources. A mark's citation follows its text at once. */
  private note(line: Extract<StreamLine, { type: "data-step" | "data-citation" | "data-support" }>): void {
    const { live } = this.state;
    if (!live) return;
    if (line.type === "data-citation") {
      if (live.citations.some(({ id }) => id === line.data.id)) return;
      this.set({ live: { ...live, citations: [...live.citations, line.data] } });
    } else if (line.type === "data-support") this.set({ live: { ...live, support: line.data } });
    else {
      const isKnown = live.steps.some(({ name }) => name === line.data.name);
      const steps = isKnown
        ? live.steps.map((step) => (step.name === line.data.name ? line.data : step))
        : [...live.steps, line.data];
      this.set({ live: { ...live, steps } });
    }
  }

  private endThinking(): void {
    this.draw();
    const { live } = this.state;
    if (live) this.set({ live: { ...live, thoughtMs: Date.now() - live.startedAt } });
  }

  /** The last line: the live answer becomes a message like the others. */
  private finish({ status, error }: FinishMetadata): void {
    cancelAnimationFrame(this.frame);
    this.draw();
    const { live, items } = this.state;
    if (!live) return;
    const parts: ChatMessageDto["parts"] = [];
    if (live.reasoning)
      parts.push({ type: "reasoning", text: live.reasoning, milliseconds: live.thoughtMs ?? undefined });
    if (live.steps.length > 0) parts.push({ type: "steps", steps: [...live.steps] });
    if (live.text) parts.push({ type: "text", text: live.text });
    for (const citation of live.citations) parts.push({ type: "citation", citation });
    if (live.support) parts.push({ type: "support", support: live.support });
    const done = { parts, status, error, runId: null, usage: this.usage };
    this.set({
      live: null,
      items: items.map((item) => (item.id === live.messageId ? { ...item, ...done } : item)),
    });
    this.abort = null;
  }

  /** The stream ended without its last line: it broke. */
  private async settle(runId: string): Promise<void> {
    if (this.state.live) await this.reconnect(runId);
  }

  private async reconnect(runId: string): Promise<void> {
    for (const wait of RECONNECT_MS) {
      const { live } = this.state;
      if (!live || !this.abort) return;
      this.set({ live: { ...live, isReconnecting: true } });
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (!this.abort) return;
      if (await this.tryFollow(runId, this.lines)) return;
    }
    await this.giveUp();
  }

  private async follow(runId: string, after: number): Promise<void> {
    if (!(await this.tryFollow(runId, after))) await this.reconnect(runId);
  }

  /** Reads on from a line. True when nothing more is to be done, false when another try may help. */
  private async tryFollow(runId: string, after: number): Promise<boolean> {
    const abort = this.abort ?? new AbortController();
    this.abort = abort;
    try {
      const lines = api.streamGet<StreamLine>(`/chat/runs/${runId}/stream`, { query: { after }, signal: abort.signal });
      for await (const line of lines) {
        const { live } = this.state;
        if (live?.isReconnecting) this.set({ live: { ...live, isReconnecting: false } });
        this.take(line);
      }
      return this.state.live === null;
    } catch (error) {
      if (error instanceof RequestCancelled) return true;
      // Gone or not ours any more: the messages tell the rest.
      if (error instanceof ApiError && error.code >= 400 && error.code < 500) {
        await this.giveUp();
        return true;
      }
      return false;
    }
  }

  private async giveUp(): Promise<void> {
    this.abort = null;
    this.set({ live: null });
    await this.refresh().catch(() => undefined);
  }
}
