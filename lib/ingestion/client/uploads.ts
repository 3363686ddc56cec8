import { ApiError, RequestCancelled } from "@/lib/client/api-error";
import { createStore } from "@/lib/client/store";
import { formatOfName, isOldOffice } from "@/lib/parsing/formats";

/** Files that go out at the same time. */
const AT_ONCE = 2;

/** Why a file is not taken in: known here, or `failed` with the server's message. */
export type RefusalReason = "type" | "old" | "size" | "empty" | "many" | "failed";

export type UploadState<Stored> =
  | { kind: "waiting" }
  | { kind: "sending"; share: number }
  /** Everything went out; the server looks into the file. */
  | { kind: "checking" }
  /** Stopped by the person; what went out of a large file is not sent again. */
  | { kind: "paused" }
  /** Another file has its name: the person says what becomes of the two. */
  | { kind: "taken"; existingId: string }
  | { kind: "stored"; value: Stored }
  | { kind: "duplicate"; existingId: string }
  | { kind: "refused"; reason: RefusalReason; message: string; canRetry: boolean };

export interface Upload<Place, Stored> {
  id: number;
  file: File;
  /** Where it goes, and what else goes along with it. */
  place: Place;
  state: UploadState<Stored>;
}

/** What an area's uploads do. */
export interface UploadArea<Place, Stored> {
  /** Of one choice of files. */
  filesMax: number;
  sizeMax: number;
  send(
    upload: { file: File; place: Place },
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<Stored>;
  /** What a refusal means to the area; null: what it means to every one. */
  stateOf?(error: ApiError): UploadState<Stored> | null;
  onStored(stored: Stored): void;
}

let last = 0;

/** Files on their way to the server, each by itself: a refused one stops no other (spec D8). Lives outside React. */
export class UploadQueue<Place, Stored> {
  private readonly store = createStore<readonly Upload<Place, Stored>[]>([]);
  private readonly aborts = new Map<number, AbortController>();
  private isHeld = false;

  constructor(private readonly area: UploadArea<Place, Stored>) {}

  readonly subscribe = this.store.subscribe;
  readonly snapshot = this.store.get;

  private get items() {
    return this.store.get();
  }

  /** With `isFolder` more than one choice may hold: they go one lot after the other. */
  add(files: readonly { file: File; place: Place }[], { isFolder = false } = {}): void {
    const added = files.map(({ file, place }, index): Upload<Place, Stored> => {
      last += 1;
      const tooMany = !isFolder && index >= this.area.filesMax;
      return { id: last, file, place, state: tooMany ? refused("many", true) : this.judged(file) };
    });
    this.set([...this.items, ...added]);
    this.next();
  }

  /** Nothing goes out until they are let go. */
  hold(): void {
    this.isHeld = true;
  }

  /** Lets them go, each as `change` says. */
  release(change: (place: Place) => Place = (place) => place): void {
    this.isHeld = false;
    this.set(this.items.map((item) => (item.state.kind === "waiting" ? { ...item, place: change(item.place) } : item)));
    this.next();
  }

  /** Once more, or on from where it was stopped; with what is different this time. */
  retry(id: number, change?: Partial<Place>): void {
    this.set(
      this.items.map((item) =>
        item.id === id ? { ...item, place: { ...item.place, ...change }, state: this.judged(item.file) } : item,
      ),
    );
    this.next();
  }

  pause(id: number): void {
    this.aborts.get(id)?.abort();
    this.change(id, { kind: "paused" });
    this.next();
  }

  /** Takes one out of the list; what is on its way stops. */
  drop(id: number): void {
    this.aborts.get(id)?.abort();
    this.set(this.items.filter((item) => item.id !== id));
    this.next();
  }

  /** Takes out what needs no more attention. */
  clear(): void {
    this.set(this.items.filter(({ state }) => isUnderWay(state)));
  }

  /** What can be refused without sending anything (spec D8). */
  private judged(file: File): UploadState<Stored> {
    if (isOldOffice(file.name)) return refused("old");
    if (!formatOfName(file.name)) return refused("type");
    if (file.size > this.area.sizeMax) return refused("size");
    return file.size === 0 ? refused("empty") : { kind: "waiting" };
  }

  private next(): void {
    if (this.isHeld) return;
    const running = this.items.filter(({ state }) => state.kind === "sending" || state.kind === "checking").length;
    const waiting = this.items.filter(({ state }) => state.kind === "waiting").slice(0, Math.max(0, AT_ONCE - running));
    for (const upload of waiting) void this.send(upload);
  }

  private async send({ id, file, place }: Upload<Place, Stored>): Promise<void> {
    const abort = new AbortController();
    this.aborts.set(id, abort);
    this.change(id, { kind: "sending", share: 0 });
    try {
      const value = await this.area.send(
        { file, place },
        {
          signal: abort.signal,
          onProgress: (share) => {
            if (!abort.signal.aborted) this.change(id, share < 1 ? { kind: "sending", share } : { kind: "checking" });
          },
        },
      );
      this.change(id, { kind: "stored", value });
      this.area.onStored(value);
    } catch (error) {
      if (!(error instanceof RequestCancelled)) this.change(id, this.failureOf(error));
    } finally {
      this.aborts.delete(id);
      this.next();
    }
  }

  private failureOf(error: unknown): UploadState<Stored> {
    const known = error instanceof ApiError ? error : null;
    const own = known && this.area.stateOf?.(known);
    if (own) return own;
    // The same bytes are refused again; a lost connection or a busy server may not be.
    const canRetry = !known || known.code === 0 || known.code === 429 || known.code >= 500;
    return { kind: "refused", reason: "failed", message: known?.message ?? "", canRetry };
  }

  private change(id: number, state: UploadState<Stored>): void {
    this.set(this.items.map((item) => (item.id === id ? { ...item, state } : item)));
  }

  private set(items: readonly Upload<Place, Stored>[]): void {
    this.store.set(items);
  }
}

const refused = (reason: RefusalReason, canRetry = false): UploadState<never> => ({
  kind: "refused",
  reason,
  message: "",
  canRetry,
});

export const isUnderWay = ({ kind }: Pick<UploadState<unknown>, "kind">) =>
  kind === "waiting" || kind === "sending" || kind === "checking" || kind === "paused" || kind === "taken";
