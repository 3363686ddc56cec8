/** A file that is not read; `key` is one of the error catalogue. */
export class ReadFailure extends Error {
  constructor(key) {
    super(key);
    this.key = key;
  }
}
