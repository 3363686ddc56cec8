const EVERY_MS = 50;
const TRIES = 300;

/** What `read` answers once it is `good`, asked for 15 seconds (a busy machine); the last answer when it never was. */
export async function eventually<T>(
  read: () => Promise<T>,
  good: (value: T) => boolean,
  everyMs = EVERY_MS,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    const value = await read();
    if (good(value) || tries === TRIES) return value;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
