const QUOTE = 0x22;
const ESCAPE = 0x5c;
const OPENING = [0x7b, 0x5b];
const CLOSING = [0x7d, 0x5d];
const COMMA = 0x2c;

/** The text is no array, or breaks off. */
export class NoJsonArray extends Error {}

/**
 * Objects of an array that comes as bytes of JSON, one at a time, so that a file of gigabytes costs as much memory as its
 * largest object. Null stands for one that is longer than `bytesMax`, or cannot be read. Throws NoJsonArray.
 */
export async function* jsonElements(bytes: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<unknown> {
  let kept: Uint8Array[] = [];
  let length = 0;
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  let hasEnded = false;

  function keep(piece: Uint8Array): void {
    length += piece.length;
    if (length <= bytesMax) kept.push(piece);
    else kept = [];
  }
  function take(): unknown {
    const whole = length <= bytesMax ? Buffer.concat(kept).toString("utf8") : "";
    kept = [];
    length = 0;
    try {
      return JSON.parse(whole);
    } catch {
      return null;
    }
  }

  for await (const chunk of bytes) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === ESCAPE) isEscaped = true;
        else if (byte === QUOTE) isText = false;
        continue;
      }
      if (byte === QUOTE) isText = true;
      if (OPENING.includes(byte)) {
        if (hasEnded || (depth === 0 && byte !== OPENING[1])) throw new NoJsonArray();
        depth += 1;
        if (depth === 2) from = at;
      } else if (CLOSING.includes(byte)) {
        depth -= 1;
        if (depth < 0) throw new NoJsonArray();
        if (depth === 0) hasEnded = true;
        if (depth !== 1) continue;
        keep(chunk.subarray(from, at + 1));
        yield take();
      } else if (depth === 0 && !isBlank(byte)) throw new NoJsonArray();
      else if (depth === 1 && byte !== COMMA && !isBlank(byte)) throw new NoJsonArray();
    }
    if (depth > 1) keep(Uint8Array.from(chunk.subarray(from)));
  }
  if (!hasEnded) throw new NoJsonArray();
}

/** White space, and the mark some programs begin a text with. */
const isBlank = (byte: number) => byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
