/** Why a file is not read; `key` is one of the error catalogue. */
export class ParseStop extends Error {
  constructor(key) {
    super(key);
    this.key = key;
  }
}
