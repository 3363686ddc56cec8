import "server-only";

/** SECURITY AU-08: whoever may no longer read is cut off within a minute. */
const CHECK_MS = 30_000;

/**
 * A stream that ends when its reader may no longer read it: disabled, signed out, a role taken away. What is streamed goes
 * on without them (an answer belongs to the server). `mayRead` is asked at intervals; a failure to ask cuts nobody off.
 */
export function watchedStream(
  source: ReadableStream<Uint8Array>,
  mayRead: () => Promise<boolean>,
  everyMs = CHECK_MS,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isOver = false;
  const end = () => {
    isOver = true;
    clearInterval(timer);
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(async () => {
        if (await mayRead().catch(() => true)) return;
        if (isOver) return;
        end();
        controller.close();
        await reader.cancel().catch(() => undefined); // the source may be over already
      }, everyMs);
      timer.unref();
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (isOver) return;
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        if (isOver) return;
        end();
        controller.error(error);
      }
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
}
