import type { Readable } from "node:stream";
import { SupplierError } from "../types";
import { connectionError, streamError } from "../wire/errors";
import type { Tap, Tapped } from "./taps";

/** Milliseconds that bytes without an event in them are held; tests scale it down. */
export const passthroughTimes = { hold: 5000 };
/** Bytes without an event in them that are held; a body of more is no event stream. */
const HELD_MAX = 1_000_000;

/** Where the bytes go on to. Exactly one of `end` and `fail` is called, once, after the last `take`. */
export interface Sink {
  /** False: the reader has enough for now, the supplier is made to wait until `resume`. */
  take(bytes: Buffer): boolean;
  end(result: Tapped): void;
  fail(error: SupplierError, result: Tapped): void;
}

/**
 * The event stream of a supplier on its way to the caller. Listens from the moment the stream is opened, because a short
 * answer arrives in one piece and its end is told right after it. Nothing leaves before the first event of an answer is
 * there: until then a failure can still become a status, or another channel can be asked.
 */
export class Passthrough {
  private readonly opened = Promise.withResolvers<void>();
  private isOpen = false;
  private sink: Sink | undefined;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private hasBytes = false;
  /** Set once: null for an end of the supplier's own. */
  private outcome: SupplierError | null | undefined;
  /** One read of the socket holds many events when a supplier is quick: they go on together, in the same turn. */
  private waiting: Buffer[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly body: Readable,
    private readonly tap: Tap,
    private readonly secrets: readonly string[],
  ) {
    this.opened.promise.catch(() => undefined);
    body.on("data", (bytes: Buffer) => {
      if (this.waiting.push(bytes) === 1) queueMicrotask(() => this.flush());
    });
    body.on("end", () => this.finish(null));
    body.on("error", (error) => this.finish(connectionError(error)));
    body.on("close", () => this.finish(new SupplierError("interrupted")));
    // Broken between its headers and now: the events of that are over.
    if (body.destroyed) this.finish(new SupplierError("interrupted", { retryable: true }));
  }

  /** Resolves when bytes may leave. Throws SupplierError when the stream ends, fails or is none before that. */
  begun(): Promise<void> {
    return this.opened.promise;
  }

  /** Sends what was held and all that follows. Call it once, after `begun`. */
  flowTo(sink: Sink): void {
    this.sink = sink;
    const held = this.held;
    this.held = [];
    let isWanted = true;
    for (const bytes of held) isWanted = sink.take(bytes);
    if (this.outcome !== undefined) this.tellEnd();
    else if (isWanted) this.body.resume();
  }

  resume(): void {
    this.body.resume();
  }

  result(): Tapped {
    return this.tap.result();
  }

  private flush(): void {
    if (this.waiting.length === 0) return;
    const bytes = this.waiting.length === 1 ? (this.waiting[0] as Buffer) : Buffer.concat(this.waiting);
    this.waiting = [];
    this.hasBytes = true;
    if (this.outcome === undefined) this.forward(this.tap.push(bytes));
  }

  private forward(bytes: Buffer | null): void {
    if (bytes && bytes.length > 0) {
      if (!this.sink) this.hold(bytes);
      else if (!this.sink.take(bytes)) this.body.pause();
    }
    if (!this.isOpen && this.tap.begun) this.open();
    if (this.tap.error === undefined) return;
    this.finish(streamError(this.tap.error, this.secrets));
    this.body.destroy();
  }

  private hold(bytes: Buffer): void {
    this.held.push(bytes);
    this.heldBytes += bytes.length;
    if (this.isOpen || this.tap.begun) return;
    if (this.heldBytes > HELD_MAX) {
      this.finish(new SupplierError("supplierMalformed", { detail: "no event stream" }));
      this.body.destroy();
      return;
    }
    // Comments that keep the connection alive while the model thinks reach the caller too.
    this.timer ??= setTimeout(() => this.open(), passthroughTimes.hold).unref();
  }

  private open(): void {
    if (this.isOpen || this.outcome !== undefined) return;
    this.isOpen = true;
    clearTimeout(this.timer);
    // Until there is a sink; the end of a stream that is read to its end is told all the same.
    this.body.pause();
    this.opened.resolve();
  }

  /** `error` is null for an end of the supplier's own, which may still have come too early. */
  private finish(error: SupplierError | null): void {
    this.flush();
    if (this.outcome === undefined && error === null) this.forward(this.tap.end());
    if (this.outcome !== undefined) return;
    clearTimeout(this.timer);
    this.outcome = error ?? this.early();
    if (this.sink) this.tellEnd();
    else if (!this.isOpen) this.opened.reject(this.outcome);
  }

  /** What is wrong with a stream that the supplier has ended. */
  private early(): SupplierError | null {
    if (this.isOpen) return this.tap.result().finish ? null : new SupplierError("interrupted");
    return this.hasBytes
      ? new SupplierError("supplierMalformed", { detail: "no event stream" })
      : new SupplierError("interrupted", { retryable: true });
  }

  private tellEnd(): void {
    if (this.outcome) this.sink?.fail(this.outcome, this.tap.result());
    else this.sink?.end(this.tap.result());
  }
}
