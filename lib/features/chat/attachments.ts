import type { DocumentFormat } from "@/db/schema/parsing";
import { api } from "@/lib/client/api-client";
import { ApiError, RequestCancelled } from "@/lib/client/api-error";
import { keptIn, readDraftFiles, saveDraftFiles } from "@/lib/client/drafts";
import { createStore } from "@/lib/client/store";
import { PICTURES_BYTES_MAX } from "@/lib/conversation/limits";
import type { ErrorKey } from "@/lib/errors/errors";
import { formatOfName, isOldOffice } from "@/lib/parsing/formats";
import type { MessagePart } from "@/lib/stream/parts";
import type { Encoding } from "@/lib/text/encoding/names";
import type { ChatFileDto } from "./dto";

/** Files that go out at the same time. */
const AT_ONCE = 2;
const POLL_MS = 1000;

export interface FileLimits {
  /** Of one question. */
  files: number;
  /** Bytes of one. */
  bytes: number;
}

export type AttachmentState =
  | { kind: "waiting" }
  | { kind: "sending"; share: number }
  /** Everything went out; the server looks into the file. */
  | { kind: "checking" }
  | { kind: "reading"; progress: number }
  | { kind: "ready" }
  /** It is there and could not be read. */
  | { kind: "failed"; error: ErrorKey }
  /** Refused here or by the server; `message` is the server's. It is no part of the question. */
  | { kind: "refused"; reason: Refusal; message: string; canRetry: boolean };
export type Refusal = "type" | "old" | "size" | "empty" | "many" | "duplicate" | "pictures" | "gone" | "failed";

export interface Attachment {
  key: number;
  name: string;
  /** Bytes. */
  size: number;
  format: DocumentFormat;
  /** Not there for one found again with its draft. */
  file: File | null;
  /** It was there before this question, and stays when it is taken out. */
  isKept: boolean;
  stored: ChatFileDto | null;
  /** Address of a picture. */
  preview: string | null;
  state: AttachmentState;
}

/** Once another is taken out there may be room. */
const MAY_FIT: readonly Refusal[] = ["many", "pictures"];

let last = 0;
const byDraft = new Map<string, Attachments>();

/** The files of an unsent question: the same ones when its chat is left and opened again. */
export function attachmentsOf(draft: string, limits: FileLimits): Attachments {
  const found = byDraft.get(draft) ?? new Attachments(draft);
  byDraft.set(draft, found);
  found.limits = limits;
  return found;
}

/** Files on their way into a question, each by itself: a refused one stops no other. Lives outside React. */
export class Attachments {
  limits: FileLimits = { files: 10, bytes: 0 };
  private readonly store = createStore<readonly Attachment[]>([]);
  private readonly aborts = new Map<number, AbortController>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly draft: string) {}

  readonly subscribe = this.store.subscribe;
  readonly snapshot = this.store.get;

  private get items() {
    return this.store.get();
  }

  add(files: readonly File[]): void {
    for (const file of files) {
      last += 1;
      const format = formatOfName(file.name) ?? "txt";
      const reason = this.refusalOf(file);
      const state: AttachmentState = reason
        ? { kind: "refused", reason, message: "", canRetry: MAY_FIT.includes(reason) }
        : { kind: "waiting" };
      const preview = format === "image" && !reason ? URL.createObjectURL(file) : null;
      const { name, size } = file;
      this.set([...this.items, { key: last, name, size, format, file, isKept: false, stored: null, preview, state }]);
    }
    this.next();
  }

  /** Finds the files of a draft again, with what became of them meanwhile. */
  async restore(): Promise<void> {
    const kept = readDraftFiles(keptIn(this.draft));
    await this.find([...readDraftFiles(this.draft), ...kept], kept);
  }

  /** Takes a file along that the person has already; why not, where it cannot. */
  async addStored(id: string): Promise<Refusal | null> {
    if (this.items.some(({ stored }) => stored?.id === id)) return "duplicate";
    if (this.items.filter(isCounted).length >= this.limits.files) return "many";
    await this.find([id], [id]);
    return this.items.some(({ stored }) => stored?.id === id) ? null : "gone";
  }

  private async find(wanted: readonly string[], kept: readonly string[]): Promise<void> {
    const ids = wanted.filter((id) => !this.items.some(({ stored }) => stored?.id === id));
    if (ids.length === 0) return;
    const { items } = await api.get("/chat/files", { query: { ids } });
    // Asked for twice at once, they are there once.
    const isNew = ({ id }: ChatFileDto) => !this.items.some(({ stored }) => stored?.id === id);
    const found = items.filter(isNew).map((stored): Attachment => {
      last += 1;
      const { id, name, size, format } = stored;
      const preview = format === "image" ? `/api/files/${id}` : null;
      const isKept = kept.includes(id);
      return { key: last, name, size, format, file: null, isKept, stored, preview, state: stateOf(stored) };
    });
    this.set([...this.items, ...found]);
    this.poll();
  }

  /** Once more: sends it again, or has it read again. */
  async retry(key: number): Promise<void> {
    const item = this.items.find((each) => each.key === key);
    if (item?.state.kind === "failed" && item.stored) {
      this.keep(key, await api.post(`/chat/files/${item.stored.id}/retry`, {}));
    } else if (item?.file) {
      const reason = this.refusalOf(item.file);
      if (reason) return this.refuse(key, reason, "", MAY_FIT.includes(reason));
      const preview = item.format === "image" ? (item.preview ?? URL.createObjectURL(item.file)) : null;
      this.change(key, { preview, state: { kind: "waiting" } });
      this.next();
    }
  }

  /** Has a stored text read anew in the encoding that was chosen. */
  async reread(key: number, encoding: Encoding): Promise<void> {
    const stored = this.items.find((each) => each.key === key)?.stored;
    if (stored) this.keep(key, await api.post(`/chat/files/${stored.id}/encoding`, { encoding }));
  }

  /** Takes one out; what is on its way stops, what is stored goes. */
  remove(key: number): void {
    const item = this.items.find((each) => each.key === key);
    this.aborts.get(key)?.abort();
    this.set(this.items.filter((each) => each.key !== key));
    if (item) release(item);
    if (item?.stored && !item.isKept) api.delete(`/chat/files/${item.stored.id}`).catch(() => undefined);
    this.next();
  }

  /** Takes out all that were refused. */
  dropRefused(): void {
    for (const item of this.items) if (!isCounted(item)) release(item);
    this.set(this.items.filter(isCounted));
  }

  /** The files of a question that is being sent. Refused ones are forgotten. */
  take(): readonly Attachment[] {
    const taken = this.items.filter(({ state }) => state.kind === "ready");
    this.set([]);
    return taken;
  }

  /** The question was refused: nothing is lost. */
  putBack(items: readonly Attachment[]): void {
    this.set([...items, ...this.items]);
  }

  /** They were sent: their question shows them. */
  release(items: readonly Attachment[]): void {
    for (const item of items) release(item);
  }

  private refusalOf(file: File): Refusal | null {
    const counted = this.items.filter(isCounted);
    const format = formatOfName(file.name);
    if (!format) return isOldOffice(file.name) ? "old" : "type";
    if (file.size === 0) return "empty";
    if (file.size > this.limits.bytes) return "size";
    const isSame = (other: File | null) =>
      other !== null &&
      other.name === file.name &&
      other.size === file.size &&
      other.lastModified === file.lastModified;
    // A pasted picture has the same name each time, and a time of its own.
    if (counted.some((item) => isSame(item.file))) return "duplicate";
    if (counted.length >= this.limits.files) return "many";
    const pictures = counted.filter((item) => item.format === "image").reduce((sum, { size }) => sum + size, 0);
    return format === "image" && pictures + file.size > PICTURES_BYTES_MAX ? "pictures" : null;
  }

  private next(): void {
    const running = this.items.filter(({ state }) => state.kind === "sending" || state.kind === "checking").length;
    const waiting = this.items.filter(({ state }) => state.kind === "waiting").slice(0, Math.max(0, AT_ONCE - running));
    for (const item of waiting) void this.send(item);
  }

  private async send({ key, file }: Attachment): Promise<void> {
    if (!file) return;
    const abort = new AbortController();
    this.aborts.set(key, abort);
    this.change(key, { state: { kind: "sending", share: 0 } });
    const onProgress = (share: number) =>
      this.change(key, { state: share < 1 ? { kind: "sending", share } : { kind: "checking" } });
    try {
      const form = { file, resumable: "chat" } as const;
      const stored = await api.upload("/chat/files", form, { signal: abort.signal, onProgress });
      const isThere = this.items.some((item) => item.key !== key && item.stored?.sha256 === stored.sha256);
      if (isThere || !this.items.some((item) => item.key === key)) {
        // The same bytes under another name, or taken out in the last moment.
        this.refuse(key, "duplicate");
        await api.delete(`/chat/files/${stored.id}`).catch(() => undefined);
      } else this.keep(key, stored);
    } catch (error) {
      if (!(error instanceof RequestCancelled)) this.fail(key, error);
    } finally {
      this.aborts.delete(key);
      this.next();
    }
  }

  private fail(key: number, error: unknown): void {
    const known = error instanceof ApiError ? error : null;
    // The same bytes are refused again; a lost connection or a busy server may not be.
    const canRetry = !known || known.code === 0 || known.code === 429 || known.code >= 500;
    this.refuse(key, "failed", known?.message ?? "", canRetry);
  }

  private refuse(key: number, reason: Refusal, message = "", canRetry = false): void {
    this.change(key, { stored: null, state: { kind: "refused", reason, message, canRetry } });
  }

  private keep(key: number, stored: ChatFileDto): void {
    this.change(key, { stored, state: stateOf(stored) });
    this.poll();
  }

  /** Asks how far the files are that are being read, until none is. */
  private poll(): void {
    clearTimeout(this.timer);
    const reading = this.items.filter(({ state }) => state.kind === "reading");
    if (reading.length === 0) return;
    this.timer = setTimeout(async () => {
      const ids = reading.flatMap(({ stored }) => stored?.id ?? []);
      const answer = await api.get("/chat/files", { query: { ids } }).catch(() => null);
      for (const { key, stored } of answer ? reading : []) {
        const now = answer?.items.find(({ id }) => id === stored?.id);
        if (now) this.change(key, { stored: now, state: stateOf(now) });
        else this.refuse(key, "gone");
      }
      this.poll();
    }, POLL_MS);
  }

  private change(key: number, patch: Partial<Attachment>): void {
    this.set(this.items.map((item) => (item.key === key ? { ...item, ...patch } : item)));
  }

  private set(items: readonly Attachment[]): void {
    const idsOf = (isKept: boolean) => items.flatMap((item) => (item.isKept === isKept ? (item.stored?.id ?? []) : []));
    saveDraftFiles(this.draft, idsOf(false));
    saveDraftFiles(keptIn(this.draft), idsOf(true));
    this.store.set(items);
  }
}

export const isCounted = ({ state }: Attachment) => state.kind !== "refused";

/** Parts of a question that was sent with these. */
export function fileParts(items: readonly Attachment[]): Extract<MessagePart, { type: "file" }>[] {
  return items.flatMap(({ stored }) => {
    if (!stored) return [];
    const { id: fileId, name, type: mediaType, size, versionId, format } = stored;
    return [{ type: "file" as const, fileId, name, mediaType, size, ...(format === "image" ? {} : { versionId }) }];
  });
}

function stateOf({ state, progress, error }: ChatFileDto): AttachmentState {
  if (state === "failed") return { kind: "failed", error: error ?? "unknown" };
  return state === "ready" ? { kind: "ready" } : { kind: "reading", progress };
}

function release({ preview }: Attachment): void {
  if (preview?.startsWith("blob:")) URL.revokeObjectURL(preview);
}
