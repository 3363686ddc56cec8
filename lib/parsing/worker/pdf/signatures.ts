// Who signed and why. The library keeps silent about it, and a signature is never packed into another object: what it
// covers is counted in bytes of the file.

export interface Signature {
  name?: string;
  reason?: string;
  location?: string;
}

const SIGNATURES_MAX = 100;
/** A signature with its certificates. */
const OBJECT_MAX = 256 * 1024;
const STRING = String.raw`(?:\(((?:\\[\s\S]|[^\\()]){0,1000})\)|<([0-9A-Fa-f\s]{0,4000})>)`;

/** The signature of a field by the field's id in the library. Encrypted files keep theirs to themselves. */
export function signaturesOf(bytes: Buffer): (id: string) => Signature | undefined {
  const found = bytes.includes("/Encrypt") ? [] : [...signatureObjects(bytes)];
  const bySignature = new Map(found);
  const fields = new Map<string, Signature | undefined>();
  return (id) => {
    if (bySignature.size === 0) return undefined;
    if (!fields.has(id)) fields.set(id, bySignature.get(signatureOf(bytes, id) ?? -1) ?? found[fields.size]?.[1]);
    return fields.get(id);
  };
}

function* signatureObjects(bytes: Buffer): Generator<[number: number, signature: Signature]> {
  let at = bytes.indexOf("/ByteRange");
  for (let count = 0; at >= 0 && count < SIGNATURES_MAX; count++) {
    const start = bytes.lastIndexOf(" obj", at);
    const end = bytes.indexOf("endobj", at);
    if (start >= 0 && end - start < OBJECT_MAX) {
      const text = bytes.toString("latin1", Math.max(0, start - 20), end < 0 ? at + OBJECT_MAX : end);
      const number = Number(/(\d+)\s+\d+ obj/.exec(text)?.[1]);
      const [name, reason, location] = ["Name", "Reason", "Location"].map((key) => stringOf(text, key));
      yield [number, { name, reason, location }];
    }
    at = bytes.indexOf("/ByteRange", end < 0 ? at + 1 : end);
  }
}

/** The number of the object that is a field's value, when the field is not packed into another one. */
function signatureOf(bytes: Buffer, id: string): number | null {
  const number = /^\d+/.exec(id)?.[0];
  const start = number === undefined ? -1 : bytes.lastIndexOf(`\n${number} 0 obj`);
  if (start < 0) return null;
  const end = bytes.indexOf("endobj", start);
  const value = /\/V\s+(\d+)\s+\d+\s+R/.exec(bytes.toString("latin1", start, Math.min(end, start + OBJECT_MAX)));
  return value ? Number(value[1]) : null;
}

function stringOf(text: string, key: string): string | undefined {
  const found = new RegExp(`/${key}\\s*${STRING}`).exec(text);
  if (!found) return undefined;
  const raw = found[2] === undefined ? unescaped(found[1] ?? "") : Buffer.from(found[2].replace(/\s/g, ""), "hex");
  return decoded(raw).trim() || undefined;
}

function unescaped(text: string): Buffer {
  const plain = text.replace(/\\(\d{1,3}|\r\n?|[\s\S])/g, (_, code: string) => {
    if (/^\d/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 0xff);
    return { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }[code] ?? code.replace(/[\r\n]+/, "");
  });
  return Buffer.from(plain, "latin1");
}

function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString("utf8", 3);
  return bytes.toString("latin1");
}
