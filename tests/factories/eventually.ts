/** What `read` answers once it is `good`, asked a hundred times; the last answer when it never was. */
export async function eventually<T>(read: () => Promise<T>, good: (value: T) => boolean, everyMs = 50): Promise<T> {
  for (let tries = 0; ; tries++) {
    const value = await read();
    if (good(value) || tries === 100) return value;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
