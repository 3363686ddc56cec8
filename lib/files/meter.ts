import "server-only";
import { createHash } from "node:crypto";
import { Transform } from "node:stream";
import type { Measured } from "./intake";
import { HEAD_BYTES } from "./media-type";
import { fileTooLarge } from "./receive";

/** Counts, hashes and keeps the beginning of what flows through; fails at the first byte over the limit. */
export function measure(maxBytes: number): { meter: Transform; measured: () => Omit<Measured, "givenName"> } {
  const hash = createHash("sha256");
  const head: Buffer[] = [];
  let headSize = 0;
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength;
      if (size > maxBytes) return done(fileTooLarge(maxBytes));
      hash.update(chunk);
      if (headSize < HEAD_BYTES) {
        head.push(chunk.subarray(0, HEAD_BYTES - headSize));
        headSize += chunk.byteLength;
      }
      done(null, chunk);
    },
  });
  return { meter, measured: () => ({ size, sha256: hash.digest("hex"), head: Buffer.concat(head) }) };
}
