import { createLineBuffer, readJsonLines } from "@/lib/text/ndjson";

const LINES = [{ type: "text-delta", delta: "每晚 600 元" }, { type: "data", text: "a\nb" }, { type: "finish" }];
const BYTES = new TextEncoder().encode(`${LINES.map((line) => JSON.stringify(line)).join("\n")}\n`);

function streamOf(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function collect(stream: ReadableStream<Uint8Array>, onBytes?: () => void): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of readJsonLines(stream, onBytes)) values.push(value);
  return values;
}

describe("line buffer", () => {
  it("gives the same lines wherever the bytes are cut, also inside a Chinese character", () => {
    for (let cut = 0; cut <= BYTES.length; cut += 1) {
      const buffer = createLineBuffer();
      const lines = [...buffer.feed(BYTES.subarray(0, cut)), ...buffer.feed(BYTES.subarray(cut)), ...buffer.end()];
      expect(lines.map((line) => JSON.parse(line))).toEqual(LINES);
    }
  });

  it("gives the same lines byte by byte", () => {
    const buffer = createLineBuffer();
    const lines = [...BYTES].flatMap((byte) => buffer.feed(Uint8Array.of(byte)));
    expect(lines.map((line) => JSON.parse(line))).toEqual(LINES);
  });

  it("keeps a partial line until it is complete", () => {
    const buffer = createLineBuffer();
    expect(buffer.feed(new TextEncoder().encode('{"a":'))).toEqual([]);
    expect(buffer.feed(new TextEncoder().encode("1}\n"))).toEqual(['{"a":1}']);
  });

  it("drops heartbeats and carriage returns", () => {
    const buffer = createLineBuffer();
    expect(buffer.feed(new TextEncoder().encode('\n\r\n{"a":1}\r\n\n'))).toEqual(['{"a":1}']);
  });
});

describe("reading JSON lines", () => {
  it("gives the values in order and reports every chunk", async () => {
    const beat = jest.fn();
    const stream = streamOf(BYTES.subarray(0, 7), BYTES.subarray(7, 40), BYTES.subarray(40));
    expect(await collect(stream, beat)).toEqual(LINES);
    expect(beat).toHaveBeenCalledTimes(3);
  });

  it("gives a complete last line without a line end, and not a half one", async () => {
    expect(await collect(streamOf(new TextEncoder().encode('{"a":1}\n{"b":2}')))).toEqual([{ a: 1 }, { b: 2 }]);
    expect(await collect(streamOf(new TextEncoder().encode('{"a":1}\n{"b":')))).toEqual([{ a: 1 }]);
  });

  it("fails on a complete line that is no JSON", async () => {
    await expect(collect(streamOf(new TextEncoder().encode("<html>\n")))).rejects.toThrow(SyntaxError);
  });

  it("cancels the stream when the reader leaves early", async () => {
    const cancel = jest.fn();
    const stream = new ReadableStream<Uint8Array>({ pull: (c) => c.enqueue(BYTES), cancel });
    for await (const value of readJsonLines(stream)) {
      expect(value).toEqual(LINES[0]);
      break;
    }
    expect(cancel).toHaveBeenCalled();
  });
});
