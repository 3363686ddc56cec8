/** The store answered, and holds nothing under the key: bytes that were lost, not a store that failed. */
export class ObjectMissing extends Error {
  override readonly name = "ObjectMissing";

  /** By name: routes and instrumentation hold a class each, and share the store that throws one of them (TRAPS d). */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === "ObjectMissing";
  }

  constructor(cause: unknown) {
    super("the file store holds nothing under this key", { cause });
  }
}
