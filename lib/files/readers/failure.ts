import type { ImportFailureKey } from "../table-import.ts";

/** A file that is not read. */
export class ReadFailure extends Error {
  readonly key: ImportFailureKey;

  constructor(key: ImportFailureKey) {
    super(key);
    this.key = key;
  }
}
