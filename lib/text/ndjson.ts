/**
 * Splits a byte stream into complete lines (spec 7): a trailing partial line is kept until it is complete, and a
 * character cut between two chunks is joined again. `feed` gives the lines completed by a chunk, `end` what is left.
 * Empty lines (heartbeats) are dropped.
 */
export function createLineBuffer(): { feed: (chunk: Uint8Array) => string[]; end: () => string[] } {
  const decoder = new TextDecoder();
  let rest = "";
  const cut = (text: string): string[] => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line)).filter((line) => line !== "");
  };
  return {
    feed: (chunk) => cut(decoder.decode(chunk, { stream: true })),
    end: () => cut(`${decoder.decode()}\n`),
  };
}

/** The JSON values of a line stream as they arrive. A last line without a line end counts when it is complete JSON. */
export async function* readJsonLines<T>(
  body: ReadableStream<Uint8Array>,
  onBytes?: () => void,
): AsyncGenerator<T, void, undefined> {
  const reader = body.getReader();
  const buffer = createLineBuffer();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      onBytes?.();
      for (const line of buffer.feed(value)) yield JSON.parse(line) as T;
    }
    for (const line of buffer.end()) {
      const last = parseLast(line);
      if (last !== undefined) yield last as T;
    }
  } finally {
    // Ends the request when the reader of the lines leaves early; after the end it does nothing.
    await reader.cancel().catch(() => undefined);
  }
}

function parseLast(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // a stream that was cut in mid-line: the half line was never said
  }
}
