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

/**
 * The bytes of a body, of which its caller keeps no more than `maxBytes`. What is large waits for its turn behind its beginning; the
 * deadline waits as well. The stream's chunks are given back as they come, and so is a body that fails: left to the collector,
 * which counts objects, a hundred MiB of them would gather.
 */
export async function wholeBody(
  { body }: Response,
  { maxBytes, deadline, signal }: { maxBytes: number; deadline: Deadline; signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  const gathered = new ArrayBuffer(0, { maxByteLength: maxBytes });
  let isLarge = false;
  try {
    for await (const chunk of body ?? []) {
      const size = gathered.byteLength;
      gathered.resize(size + chunk.byteLength);
      new Uint8Array(gathered, size).set(chunk);
      giveBack(chunk);
      if (isLarge || gathered.byteLength <= LARGE_BYTES) continue;
      deadline.stop();
      await enter(signal);
      isLarge = true;
      deadline.goOn();
    }
    return new Uint8Array(gathered.slice(0));
  } finally {
    gathered.resize(0);
    if (isLarge) leave();
  }
}

/** Frees the memory of a chunk nobody reads any more, unless others lie in the same. */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
