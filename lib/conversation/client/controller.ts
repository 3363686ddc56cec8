import { api } from "@/lib/client/api-client";
import { ApiError, RequestCancelled } from "@/lib/client/api-error";
import type { BodyOf, PathWith } from "@/lib/client/calls";
import { createStore, type Store } from "@/lib/client/store";
import type { ChatMessageDto, MessagePage } from "@/lib/stream/message-dto";
import type { FinishMetadata, MessagePart, StartMetadata, StreamLine, UsageData } from "@/lib/stream/parts";
import { isBusy, type LiveAnswer, newLiveAnswer, noted, partsOf } from "./live-answer";
import { aboveQuestion, blankMessage } from "./message-list";
import type { QuestionExtras, QuotePart } from "./question";

export type { LiveAnswer } from "./live-answer";

/** Messages fetched at a time. */
export const PAGE_SIZE = 40;
/** Of them drawn at a time above what is read: all at once would hold up the scrolling. */
const DRAWN = 8;
/** Pauses before a lost stream is taken up again, milliseconds. */
const RECONNECT_MS = [300, 1000, 2000, 4000, 8000];

export interface ConversationState {
  items: readonly ChatMessageDto[];
  hasEarlier: boolean;
  /** The end is not here: the messages stand around one that was looked for. */
  hasLater?: boolean;
  live: LiveAnswer | null;
  /** A question is on its way and not yet confirmed. */
  isSending: boolean;
}

/** Where new questions go: every area's call of the form `<path>/<id>/answer`. */
export type Asking = PathWith<"answer">;
/** The areas whose questions can be put to several models: `<path>/<id>/compare`. */
type Comparing = PathWith<"compare">;
/** Of personal chats. */
const PERSONAL = "/chat/sessions";
/** Calls about one message, whatever the kind of its conversation. */
const MESSAGES = "/chat/messages";

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

const placeOf = ({ versionId, from, to }: QuotePart) => ({ versionId, from, to });

/** A question that is on its way: how it reads, and the one it takes the place of. */
interface Asked {
  parts: MessagePart[];
  edited?: ChatMessageDto;
}

/**
 * One conversation in the browser: its messages and the answer that is being written. Lives outside React, so that a token costs
 * one object a frame and the rest of the page stays still. Lines are counted, so that a lost connection is taken up where
 * it broke (spec B1).
 */
export class ConversationController {
  private readonly store: Store<ConversationState>;
  readonly subscribe: Store<ConversationState>["subscribe"];
  readonly snapshot: Store<ConversationState>["get"];
  private abort: AbortController | null = null;
  private frame = 0;
  private pendingText = "";
  private pendingReasoning = "";
  private lines = 0;
  private usage: UsageData | null = null;

  constructor(
    readonly id: string,
    first: MessagePage,
    private readonly asking: Asking = PERSONAL,
  ) {
    this.store = createStore<ConversationState>({ ...first, live: null, isSending: false });
    this.subscribe = this.store.subscribe;
    this.snapshot = this.store.get;
  }

  private get messages() {
    return `/chat/sessions/${this.id}/messages` as const;
  }

  private get state(): ConversationState {
    return this.store.get();
  }

  private set(patch: Partial<ConversationState>): void {
    this.store.set((state) => ({ ...state, ...patch }));
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
  async send(text: string, modelId: string | undefined, extras: QuestionExtras = {}): Promise<void> {
    const { files = [], bases = [], fields, shown, edited } = extras;
    // What the former question was about goes along, its files and the words it quotes. Bases are those chosen now.
    const quote = extras.quote ?? edited?.parts.find((part) => part.type === "quote");
    const kept = edited?.parts.filter((part) => part.type === "file") ?? [];
    const sent = [...kept, ...files];
    const body: Record<string, unknown> = { ...fields, text, modelId, messageId: crypto.randomUUID() };
    if (edited) body.parentId = edited.parentId;
    // The words themselves come from the document, on the server.
    if (quote) body.quote = placeOf(quote);
    if (sent.length > 0) body.fileIds = sent.map(({ fileId }) => fileId);
    if (bases.length > 0) body.baseIds = bases.map(({ baseId }) => baseId);
    const about: MessagePart[] = [...sent, ...bases, ...(quote ? [quote] : [])];
    const parts: MessagePart[] = [...about, { type: "text", text: shown ?? text }];
    await this.run(`${this.asking}/${this.id}/answer`, body, { parts, edited });
  }

  /** Asks several models at once; the answers stand side by side (spec B5). Rejects as `send`; answers the question's id. */
  async compare(
    text: string,
    modelIds: readonly string[],
    { quote, files = [], bases = [] }: Pick<QuestionExtras, "quote" | "files" | "bases"> = {},
  ): Promise<string> {
    this.set({ isSending: true });
    try {
      const body: BodyOf<"POST", `${Comparing}/${string}/compare`> = {
        text,
        modelIds: [...modelIds],
        messageId: crypto.randomUUID(),
        ...(files.length > 0 ? { fileIds: files.map(({ fileId }) => fileId) } : {}),
        ...(bases.length > 0 ? { baseIds: bases.map(({ baseId }) => baseId) } : {}),
        ...(quote ? { quote: placeOf(quote) } : {}),
      };
      const { questionId } = await api.post(`${this.asking as Comparing}/${this.id}/compare`, body);
      this.set({ isSending: false });
      await this.refresh();
      return questionId;
    } finally {
      this.set({ isSending: false });
    }
  }

  /** Goes on with an answer that ended too early. */
  async continue(answerId: string, modelId: string | undefined): Promise<void> {
    const body = { modelId, messageId: crypto.randomUUID() };
    await this.run(`${MESSAGES}/${answerId}/continue`, body, null);
  }

  /** The person's word on one call of a tool. */
  async consent(callId: string, allowed: boolean): Promise<void> {
    const { live } = this.state;
    if (live) await api.post(`/chat/runs/${live.runId}/consent`, { callId, allowed });
  }

  /** Answers a question once more, beside the answers it has. */
  async reAnswer(answerId: string, modelId: string | undefined): Promise<void> {
    await this.run(`${MESSAGES}/${answerId}/re-answer`, { modelId, messageId: crypto.randomUUID() }, null);
  }

  async stop(): Promise<void> {
    const { live } = this.state;
    if (!live || live.isStopping) return;
    this.set({ live: { ...live, isStopping: true } });
    await api.post(`/chat/runs/${live.runId}/stop`);
  }

  /** Shows another of the answers to a question. */
  async show(messageId: string): Promise<void> {
    this.set(await api.post(`${MESSAGES}/${messageId}/show`, { limit: PAGE_SIZE }));
  }

  async loadEarlier(): Promise<void> {
    const before = this.state.items[0]?.id;
    if (!before || !this.state.hasEarlier) return;
    const query = { before, limit: PAGE_SIZE };
    const page = await api.get(this.messages, { query });
    for (let to = page.items.length; to > 0; to -= DRAWN) {
      // Another branch came into view meanwhile.
      if (this.state.items[0]?.id !== (page.items[to]?.id ?? before)) return;
      const from = Math.max(0, to - DRAWN);
      const items = [...page.items.slice(from, to), ...this.state.items];
      this.set({ items, hasEarlier: from > 0 || page.hasEarlier });
      if (from > 0) await nextTask();
    }
  }

  async loadLater(): Promise<void> {
    const after = this.state.items.at(-1)?.id;
    if (!after || !this.state.hasLater) return;
    const query = { after, limit: PAGE_SIZE };
    const page = await api.get(this.messages, { query });
    this.set({ items: [...this.state.items, ...page.items], hasLater: page.hasLater });
    this.resume();
  }

  /** Leaves the stretch around a message for the end of the chat. */
  async toEnd(): Promise<void> {
    if (!this.state.hasLater) return;
    const query = { limit: PAGE_SIZE };
    this.set(await api.get(this.messages, { query }));
    this.resume();
  }

  /** Shows a message that is not among those here, in whatever branch it is. */
  async open(messageId: string): Promise<void> {
    this.set(await api.post(`${MESSAGES}/${messageId}/open`, { limit: PAGE_SIZE }));
    this.resume();
  }

  /** Reads the messages anew, e.g. when the tab comes back into view. */
  async refresh(): Promise<void> {
    if (this.abort || this.state.isSending || this.state.hasLater) return;
    const limit = Math.min(500, Math.max(PAGE_SIZE, this.state.items.length));
    const page = await api.get(this.messages, { query: { limit } });
    if (this.abort || this.state.isSending) return;
    this.set(page);
    this.resume();
  }

  private begin(messageId: string, runId: string, startedAt: number): void {
    this.pendingText = "";
    this.pendingReasoning = "";
    this.lines = 0;
    this.usage = null;
    this.set({ live: newLiveAnswer(messageId, runId, startedAt) });
  }

  private async run(path: string, body: object, asked: Asked | null): Promise<void> {
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
          this.accept(metadata, asked);
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
        // What stands in the way was asked in another tab: it comes into view with its stop button.
        if (isBusy(error)) void this.refresh().catch(() => undefined);
        throw error;
      }
      await this.reconnect(metadata.runId);
    }
  }

  /** The first line: question and answer are stored, their ids are known. */
  private accept(metadata: StartMetadata, asked: Asked | null): void {
    const { items } = this.state;
    const { questionId, answerId } = metadata;
    const questionAt = items.findIndex((item) => item.id === questionId);
    const isNew = asked !== null && questionAt < 0;
    const above = questionAt >= 0 ? items.slice(0, questionAt + 1) : aboveQuestion(items, asked?.edited);
    const earlier = questionAt < 0 ? [] : (items[questionAt + 1]?.siblingIds ?? []);
    const question: ChatMessageDto = {
      ...blankMessage(questionId, above.at(-1)?.id ?? null, "user"),
      parts: asked?.parts ?? [],
      siblingIds: [...(asked?.edited?.siblingIds ?? []), questionId],
    };
    const answer: ChatMessageDto = {
      ...blankMessage(answerId, questionId, "assistant"),
      status: "streaming",
      modelName: metadata.modelName,
      runId: metadata.runId,
      siblingIds: [...new Set([...earlier, answerId])],
    };
    this.set({ items: [...above, ...(isNew ? [question] : []), answer], isSending: false });
    this.begin(answerId, metadata.runId, Date.now());
  }

  private take(line: StreamLine): void {
    this.lines++;
    if (line.type === "text-delta") this.pendingText += line.delta;
    else if (line.type === "reasoning-delta") this.pendingReasoning += line.delta;
    else if (line.type === "data-usage") this.usage = line.data;
    else if (line.type === "finish") this.finish(line.messageMetadata as FinishMetadata);
    else this.note(line);
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

  /** What stands beside the text, after the text that came before it. */
  private note(line: StreamLine): void {
    if (line.type === "data-review") [this.pendingText, this.pendingReasoning] = ["", ""];
    if (line.type.startsWith("tool-") || line.type === "reasoning-end") this.drawNow();
    const { live } = this.state;
    const patch = live && noted(live, line);
    if (patch) this.set({ live: { ...live, ...patch } });
  }

  private drawNow(): void {
    cancelAnimationFrame(this.frame);
    this.draw();
  }

  /** The last line: the live answer becomes a message like the others. */
  private finish({ status, error }: FinishMetadata): void {
    this.drawNow();
    const { live, items } = this.state;
    if (!live) return;
    const { usage } = this;
    const done = { parts: partsOf(live), status, error, runId: null, usage, cost: usage?.cost ?? null };
    this.set({
      live: null,
      items: items.map((item) => (item.id === live.messageId ? { ...item, ...done, context: live.context } : item)),
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
