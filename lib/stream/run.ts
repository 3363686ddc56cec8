import "server-only";
import { HEARTBEAT_MS } from "@/lib/config/constants";

const encoder = new TextEncoder();
/** A line that says nothing. */
export const BLANK = JSON.stringify({ type: "text-delta", id: "t", delta: "" });
const EMPTY_LINE = encoder.encode("\n");
/** One piece to a reader, characters: a slow reader gets many, a fast one a line at a time. */
const PIECE_MAX = 65_536;

interface Reader {
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** Lines this reader has got. */
  at: number;
  lastAt: number;
}

/**
 * The lines of one answer in memory, and those who read it. It belongs to the process, not to a connection: readers come
 * and go (ARCHITECTURE 5). Lines are numbered here from 1, heartbeats are not counted.
 */
export class Run {
  readonly lines: string[] = [];
  /** Lines already stored. */
  flushed = 0;
  finished = false;
  /** Lines that go to the database; set when the end could not be stored, so that another end is written later. */
  private storedUpTo = Number.POSITIVE_INFINITY;
  /** So many lines were emptied. */
  blanked = 0;
  /** Somebody was reading along when it ended. */
  wasRead = false;
  private readonly readers = new Set<Reader>();
  private waking = false;

  constructor(
    readonly id: string,
    readonly messageId: string,
    /** Ends the answer: by its reader, or because the process stops. */
    readonly end: (why: "stopped" | "interrupted") => void,
  ) {}

  push(line: string): void {
    this.lines.push(line);
    if (this.waking) return;
    this.waking = true;
    // Everything one read of the supplier brought goes out in one piece.
    queueMicrotask(() => {
      this.waking = false;
      for (const reader of this.readers) this.serve(reader);
    });
  }

  /** Empties the lines that were pushed, but for the first: their numbers stay, their words are gone. */
  blank(): void {
    this.blanked = this.lines.length;
    for (let at = 1; at < this.blanked; at++) this.lines[at] = BLANK;
  }

  finish(): void {
    this.finished = true;
    this.wasRead = this.readers.size > 0;
    for (const reader of this.readers) this.serve(reader);
  }

  /** Lines after the given one, then live until the end. */
  stream(after: number): ReadableStream<Uint8Array> {
    let reader: Reader;
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        reader = { controller, at: Math.min(after, this.lines.length), lastAt: Date.now() };
        this.readers.add(reader);
      },
      pull: () => this.serve(reader),
      cancel: () => {
        this.readers.delete(reader);
      },
    });
  }

  /** An empty line for readers that have heard nothing for a while. */
  heartbeat(now: number): void {
    for (const reader of this.readers) {
      if (now - reader.lastAt >= HEARTBEAT_MS) this.enqueue(reader, EMPTY_LINE, now);
    }
  }

  /** The answer could not be stored: its lines so far are, once the database takes them, and recovery writes its end. */
  keepUnstored(): void {
    this.storedUpTo = this.lines.length;
  }

  /** Said, and nowhere but in this memory. */
  get isUnstored(): boolean {
    return this.finished && this.storedUpTo < Number.POSITIVE_INFINITY && this.flushed < this.storedUpTo;
  }

  /** Stored form of what was not stored yet. */
  takeUnflushed(): { runId: string; fromLine: number; toLine: number; lines: string } | null {
    const to = Math.min(this.lines.length, this.storedUpTo);
    if (this.flushed >= to) return null;
    const from = this.flushed;
    this.flushed = to;
    return { runId: this.id, fromLine: from + 1, toLine: to, lines: this.lines.slice(from, to).join("\n") };
  }

  private serve(reader: Reader): void {
    // A full queue waits for `pull`: a slow reader costs no memory, the lines are here anyway.
    while (reader.at < this.lines.length && (reader.controller.desiredSize ?? 0) > 0) {
      let text = "";
      while (reader.at < this.lines.length && text.length < PIECE_MAX) text += `${this.lines[reader.at++]}\n`;
      this.enqueue(reader, encoder.encode(text), Date.now());
    }
    if (!this.finished || reader.at < this.lines.length || !this.readers.delete(reader)) return;
    try {
      reader.controller.close();
    } catch {
      // The client left between two lines.
    }
  }

  private enqueue(reader: Reader, bytes: Uint8Array, now: number): void {
    try {
      reader.controller.enqueue(bytes);
      reader.lastAt = now;
    } catch {
      this.readers.delete(reader);
    }
  }
}
