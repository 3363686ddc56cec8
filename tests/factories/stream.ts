import type { FinishMetadata, StartMetadata, StreamLine } from "@/lib/stream/parts";

export interface ReadStream {
  lines: StreamLine[];
  text: string;
  reasoning: string;
  start: StartMetadata;
  finish: FinishMetadata | undefined;
}

/** Reads an answer's stream to its end. */
export async function readStream(response: Response): Promise<ReadStream> {
  const lines = (await response.text())
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as StreamLine);
  return summary(lines);
}

/** Reads the given number of lines, then leaves. */
export async function readSome(response: Response, count: number): Promise<StreamLine[]> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (text.split("\n").length <= count) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  const whole = text.split("\n").slice(0, -1);
  return whole
    .filter((line) => line !== "")
    .slice(0, count)
    .map((line) => JSON.parse(line) as StreamLine);
}

export function summary(lines: StreamLine[]): ReadStream {
  const text = lines.map((line) => (line.type === "text-delta" ? line.delta : "")).join("");
  const reasoning = lines.map((line) => (line.type === "reasoning-delta" ? line.delta : "")).join("");
  const start = lines.find((line) => line.type === "start")?.messageMetadata as StartMetadata;
  const finish = lines.find((line) => line.type === "finish")?.messageMetadata as FinishMetadata | undefined;
  return { lines, text, reasoning, start, finish };
}

/** Waits until a condition holds; fails after `timeoutMs`. */
export async function until<T>(probe: () => Promise<T | undefined | false> | T | undefined | false, timeoutMs = 8000) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > end) throw new Error("condition did not come true");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
