import type { ParseFailureKey } from "../wire.ts";

/** Why a file is not read. */
export class ParseStop extends Error {
  readonly key: ParseFailureKey;

  constructor(key: ParseFailureKey) {
    super(key);
    this.key = key;
  }
}
