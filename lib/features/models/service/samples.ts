import "server-only";
import { crc32, deflateSync } from "node:zlib";

const RATE = 16_000;

/** A second of a quiet tone as WAV: the smallest sound every transcription accepts. */
export function toneWav(): Buffer {
  const samples = Buffer.alloc(RATE * 2);
  for (let at = 0; at < RATE; at++)
    samples.writeInt16LE(Math.round(2000 * Math.sin((at * 2 * Math.PI * 440) / RATE)), at * 2);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  // PCM, one channel of 16 bits.
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** A square of one colour as PNG. */
export function plainPng([red, green, blue]: readonly [number, number, number], side = 96): Buffer {
  const row = Buffer.alloc(1 + side * 3);
  for (let x = 0; x < side; x++) row.set([red, green, blue], 1 + x * 3);
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  // Eight bits a channel, red green blue.
  size.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
  return Buffer.concat([signature, chunk("IHDR", size), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
