import { api } from "@/lib/client/api-client";
import { ApiError, RequestCancelled } from "@/lib/client/api-error";
import { formatOfName, isOldOffice } from "@/lib/parsing/formats";
import type { DocumentDto } from "./dto";
import { DOCUMENT_SIZE_MAX, DOCUMENTS_MAX } from "./limits";

/** Files that go out at the same time. */
const AT_ONCE = 2;

export type UploadState =
  | { kind: "waiting" }
  | { kind: "sending"; share: number }
  /** Everything went out; the server looks into the file. */
  | { kind: "checking" }
  | { kind: "stored"; document: DocumentDto }
  | { kind: "duplicate"; documentId: string }
  /** Refused here or by the server; `message` is the server's. */
  | {
      kind: "refused";
      reason: "type" | "old" | "size" | "empty" | "many" | "failed";
      message: string;
      canRetry: boolean;
    };

export interface Upload {
  id: number;
  file: File;
  folderId: string | null;
  state: UploadState;
}

let last = 0;

/** What can be refused without sending anything (spec D8). */
function refusalOf(file: File): UploadState | null {
  const refuse = (reason: "type" | "old" | "size" | "empty"): UploadState => ({
    kind: "refused",
    reason,
    message: "",
    canRetry: false,
  });
  if (isOldOffice(file.name)) return refuse("old");
  if (!formatOfName(file.name)) return refuse("type");
  if (file.size > DOCUMENT_SIZE_MAX) return refuse("size");
  return file.size === 0 ? refuse("empty") : null;
}

/** Files on their way to the server, each by itself: a refused one stops no other (spec D8). Lives outside React. */
export class Uploads {
  private items: readonly Upload[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly aborts = new Map<number, AbortController>();

  /** Hears of each document that was stored. */
  constructor(private readonly onStored: (document: DocumentDto) => void) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): readonly Upload[] => this.items;

  add(files: readonly File[], folderId: string | null): void {
    const added = files.map((file, index): Upload => {
      last += 1;
      const tooMany: UploadState = { kind: "refused", reason: "many", message: "", canRetry: true };
      return {
        id: last,
        file,
        folderId,
        state: index >= DOCUMENTS_MAX ? tooMany : (refusalOf(file) ?? { kind: "waiting" }),
      };
    });
    this.set([...this.items, ...added]);
    this.next();
  }

  retry(id: number): void {
    const upload = this.items.find((item) => item.id === id);
    if (!upload) return;
    this.change(id, refusalOf(upload.file) ?? { kind: "waiting" });
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

  private next(): void {
    const running = this.items.filter(({ state }) => state.kind === "sending" || state.kind === "checking").length;
    const waiting = this.items.filter(({ state }) => state.kind === "waiting").slice(0, Math.max(0, AT_ONCE - running));
    for (const upload of waiting) void this.send(upload);
  }

  private async send({ id, file, folderId }: Upload): Promise<void> {
    const abort = new AbortController();
    this.aborts.set(id, abort);
    this.change(id, { kind: "sending", share: 0 });
    try {
      const document = await api.upload(
        "/documents",
        { file, fields: { folderId: folderId ?? undefined }, resumable: "document" },
        {
          signal: abort.signal,
          onProgress: (share) => this.change(id, share < 1 ? { kind: "sending", share } : { kind: "checking" }),
        },
      );
      this.change(id, { kind: "stored", document });
      this.onStored(document);
    } catch (error) {
      if (!(error instanceof RequestCancelled)) this.change(id, failureOf(error));
    } finally {
      this.aborts.delete(id);
      this.next();
    }
  }

  private change(id: number, state: UploadState): void {
    this.set(this.items.map((item) => (item.id === id ? { ...item, state } : item)));
  }

  private set(items: readonly Upload[]): void {
    this.items = items;
    for (const listener of this.listeners) listener();
  }
}

export const isUnderWay = ({ kind }: UploadState) => kind === "waiting" || kind === "sending" || kind === "checking";

function failureOf(error: unknown): UploadState {
  const known = error instanceof ApiError ? error : null;
  const documentId = (known?.data as { documentId?: string } | null)?.documentId;
  if (known?.code === 409 && documentId) return { kind: "duplicate", documentId };
  // The same bytes are refused again; a lost connection or a busy server may not be.
  const canRetry = !known || known.code === 0 || known.code === 429 || known.code >= 500;
  return { kind: "refused", reason: "failed", message: known?.message ?? "", canRetry };
}
