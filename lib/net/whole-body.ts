import "server-only";

/** A page is rarely larger. Of those that are few are taken in at once: a crawl calls many sites that may all send without end. */
const LARGE_BYTES = 1024 ** 2;
const LARGE_AT_ONCE = 2;

/** The time the other side may take in all; none passes while it is stopped. */
export class Deadline {
  private readonly over = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private since = 0;

  constructor(private left: number) {
    this.goOn();
  }

  get signal(): AbortSignal {
    return this.over.signal;
  }

  goOn(): void {
    this.since = performance.now();
    this.timer = setTimeout(() => this.over.abort(), Math.max(0, this.left)).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.left -= performance.now() - this.since;
  }
}

let inside = 0;
const waiting = new Set<() => void>();

async function enter(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (inside < LARGE_AT_ONCE) {
    inside++;
    return;
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const refuse = () => reject(signal.reason);
  waiting.add(resolve);
  signal.addEventListener("abort", refuse, { once: true });
  try {
    await promise;
  } finally {
    signal.removeEventListener("abort", refuse);
    waiting.delete(resolve);
  }
}

function leave(): void {
  const [next] = waiting;
  if (!next) {
    inside--;
    return;
  }
  waiting.delete(next);
  next();
}

/** The bytes of a body, within its limit. What is large waits for its turn behind its beginning; the deadline waits as well. */
export async function wholeBody(
  { body }: Response,
  { deadline, signal }: { deadline: Deadline; signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLarge = false;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (isLarge || size <= LARGE_BYTES) continue;
      deadline.stop();
      await enter(signal);
      isLarge = true;
      deadline.goOn();
    }
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.byteLength;
    }
    return bytes;
  } finally {
    if (isLarge) leave();
  }
}
