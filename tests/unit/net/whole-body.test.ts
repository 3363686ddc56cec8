import { setTimeout } from "node:timers/promises";
import { Deadline, wholeBody } from "@/lib/net/whole-body";

const CHUNK = 256 * 1024;
const LARGE = 8;
const MOST = LARGE * CHUNK;

/** A body of some chunks; `given` counts those that were taken, `end` lets it end. */
function body(chunks: number) {
  const open = Promise.withResolvers<void>();
  const state = { given: 0, end: () => open.resolve(), response: null as unknown as Response };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (state.given === chunks) {
          await open.promise;
          return controller.close();
        }
        state.given += 1;
        controller.enqueue(new Uint8Array(CHUNK).fill(state.given));
      },
    },
    { highWaterMark: 0 },
  );
  state.response = new Response(stream);
  return state;
}

const read = (one: ReturnType<typeof body>, ms = 5000, signal = new AbortController().signal) => {
  const deadline = new Deadline(ms);
  return wholeBody(one.response, { maxBytes: MOST, deadline, signal }).finally(() => deadline.stop());
};
const settled = () => setTimeout(20);

it("gives all bytes in their order", async () => {
  const one = body(3);
  one.end();
  const bytes = await read(one);
  expect(bytes.length).toBe(3 * CHUNK);
  expect([bytes[0], bytes[CHUNK], bytes.at(-1)]).toEqual([1, 2, 3]);
  expect(
    (await wholeBody(new Response(null), { maxBytes: 0, deadline: new Deadline(1), signal: AbortSignal.timeout(1000) }))
      .length,
  ).toBe(0);
});

it("gives the memory of each chunk back, unless others lie in the same", async () => {
  const [own, shared] = [new Uint8Array(100).fill(1), new Uint8Array(200).fill(2)];
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(own);
      controller.enqueue(shared.subarray(0, 50));
      controller.close();
    },
  });
  const deadline = new Deadline(1000);
  const { signal } = new AbortController();
  const bytes = await wholeBody({ body: stream } as Response, { maxBytes: 150, deadline, signal });
  deadline.stop();
  expect([bytes.length, bytes[99], bytes[100]]).toEqual([150, 1, 2]);
  expect([own.buffer.detached, shared.buffer.detached, shared.length]).toEqual([true, false, 200]);
});

it("takes in two large bodies at once; the others wait behind their beginning, small ones do not", async () => {
  const bodies = Array.from({ length: 4 }, () => body(LARGE));
  const reads = bodies.map((one) => read(one));
  await settled();
  expect(bodies.map(({ given }) => given)).toEqual([LARGE, LARGE, 5, 5]);
  const small = body(2);
  small.end();
  expect((await read(small)).length).toBe(2 * CHUNK);
  bodies[0]!.end();
  await reads[0];
  await settled();
  expect(bodies.map(({ given }) => given)).toEqual([LARGE, LARGE, LARGE, 5]);
  for (const { end } of bodies) end();
  for (const bytes of await Promise.all(reads)) expect(bytes.length).toBe(LARGE * CHUNK);
});

it("counts no time that a body waits for its turn, and gives up the turn of one that was left", async () => {
  const [first, second, third] = [body(LARGE), body(LARGE), body(LARGE)];
  const leaving = new AbortController();
  const reads = [read(first), read(second)];
  await settled();
  const left = read(body(LARGE), 5000, leaving.signal);
  const late = new Deadline(100);
  const waits = wholeBody(third.response, {
    maxBytes: MOST,
    deadline: late,
    signal: new AbortController().signal,
  });
  await setTimeout(200);
  expect(late.signal.aborted).toBe(false);
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  for (const { end } of [first, second, third]) end();
  await Promise.all(reads);
  expect((await waits).length).toBe(LARGE * CHUNK);
  await setTimeout(200);
  expect(late.signal.aborted).toBe(true);
});
