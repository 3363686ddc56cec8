import "server-only";
import { v7 } from "uuid";
import type { Citation } from "@/lib/citations/dto";
import { AppError, type ErrorKey } from "@/lib/errors/errors";
import type { FinishMetadata, StartMetadata, StreamLine, UsageData } from "@/lib/stream/parts";

const MARK = /\[\^c(\d+)\]/g;
/** A citation as programs read it. */
export const toCited = ({ id, fileId, fileName, place, quote, supported }: Citation) => ({
  id,
  file_id: fileId,
  file_name: fileName,
  page: place.part,
  quote,
  supported,
});

/** What an answer's lines add up to, one at a time. */
export class Reading {
  readonly id = `chatcmpl-${v7()}`;
  readonly created = Math.floor(Date.now() / 1000);
  readonly citations: Citation[] = [];
  usage: UsageData | undefined;
  ended: FinishMetadata = { status: "interrupted", error: "interrupted" };
  /** A review rule took back what was said before its reply. */
  isWithheld = false;
  answerId: string | null = null;
  sessionId: string | null = null;

  /** The words a line adds. */
  take(line: StreamLine): string {
    if (line.type === "text-delta") return line.delta.replace(MARK, "[$1]");
    if (line.type === "data-citation") this.citations.push(line.data);
    if (line.type === "data-review") {
      this.isWithheld = true;
      this.citations.length = 0;
    }
    if (line.type === "start") {
      const { answerId, sessionId } = line.messageMetadata as StartMetadata;
      [this.answerId, this.sessionId] = [answerId, sessionId];
    }
    if (line.type === "data-usage") this.usage = line.data;
    if (line.type === "finish") this.ended = line.messageMetadata as FinishMetadata;
    return "";
  }

  /** Why it ended, where words of it are there. */
  get finish(): "stop" | "length" | "content_filter" {
    if (this.isWithheld) return "content_filter";
    return this.ended.status === "limited" ? "length" : "stop";
  }

  get failed(): ErrorKey | null {
    const { status, error } = this.ended;
    return status === "failed" || status === "interrupted" ? (error ?? "unknown") : null;
  }

  figures() {
    const { inputTokens = 0, outputTokens = 0 } = this.usage ?? {};
    return { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
  }
}

/** Reads an answer to its end: its words, as the reader has them then. Throws what it failed with. */
export async function readWhole(lines: ReadableStream<Uint8Array>): Promise<Reading & { content: string }> {
  const reading = new Reading();
  let content = "";
  for await (const line of linesOf(lines)) {
    if (line.type === "data-review") content = "";
    content += reading.take(line);
  }
  if (reading.failed) throw new AppError(reading.failed);
  return Object.assign(reading, { content });
}

/** The lines of an answer as they arrive. */
export async function* linesOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<StreamLine> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of bytes as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim()) yield JSON.parse(line) as StreamLine;
  }
}
