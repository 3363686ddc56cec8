import { watchedStream } from "@/lib/endpoint/watched-stream";

/** A source that sends a line whenever it is told to, and notes that it was given up. */
function source() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: () => {
      cancelled = true;
    },
  });
  const encoder = new TextEncoder();
  return {
    stream,
    send: (text: string) => controller.enqueue(encoder.encode(text)),
    end: () => controller.close(),
    fail: () => controller.error(new Error("broken")),
    isCancelled: () => cancelled,
  };
}

it("passes everything on while its reader may read", async () => {
  const from = source();
  const text = new Response(watchedStream(from.stream, async () => true, 1)).text();
  for (const line of ["一\n", "\n", "two\n"]) from.send(line);
  await new Promise((resolve) => setTimeout(resolve, 20));
  from.send("end");
  from.end();
  expect(await text).toBe("一\n\ntwo\nend");
});

it("ends within the interval once its reader may not, and lets go of the source", async () => {
  const from = source();
  let allowed = true;
  const text = new Response(watchedStream(from.stream, async () => allowed, 1)).text();
  from.send("before");
  await new Promise((resolve) => setTimeout(resolve, 20));
  allowed = false;
  expect(await text).toBe("before");
  expect(from.isCancelled()).toBe(true);
});

it("cuts nobody off because the question could not be asked", async () => {
  const from = source();
  const text = new Response(watchedStream(from.stream, () => Promise.reject(new Error("away")), 1)).text();
  await new Promise((resolve) => setTimeout(resolve, 20));
  from.send("still here");
  from.end();
  expect(await text).toBe("still here");
});

it("lets go of the source when the reader goes, and passes a failure on", async () => {
  const left = source();
  await watchedStream(left.stream, async () => true).cancel();
  expect(left.isCancelled()).toBe(true);
  const failing = source();
  const text = new Response(watchedStream(failing.stream, async () => true)).text();
  failing.fail();
  await expect(text).rejects.toThrow("broken");
});
