import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

interface CertificateOptions {
  name?: string;
  from?: Date;
  to?: Date;
  keys?: { publicKey: KeyObject; privateKey: KeyObject };
  bits?: number;
}

export interface TestCertificate {
  /** PEM. */
  certificate: string;
  privateKey: string;
  publicKey: string;
  keys: { publicKey: KeyObject; privateKey: KeyObject };
}

const YEAR_MS = 365 * 86_400_000;
const SHA256_RSA = Buffer.from("300d06092a864886f70d01010b0500", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size: number[] = [];
  for (let rest = body.length; rest > 0; rest >>= 8) size.unshift(rest & 0xff);
  const length = body.length < 128 ? [body.length] : [0x80 | size.length, ...size];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, "").slice(0, 14);
  return date.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`));
}

/** A self-signed certificate of an RSA key, good from yesterday for a year unless told otherwise. */
export function makeCertificate(options: CertificateOptions = {}): TestCertificate {
  const { name = "test", bits = 2048 } = options;
  const { from = new Date(Date.now() - 86_400_000), to = new Date(Date.now() + YEAR_MS) } = options;
  const keys = options.keys ?? generateKeyPairSync("rsa", { modulusLength: bits });
  const subject = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    SHA256_RSA,
    subject,
    der(0x30, time(from), time(to)),
    subject,
    keys.publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, keys.privateKey));
  const lines = der(0x30, body, SHA256_RSA, signature)
    .toString("base64")
    .match(/.{1,64}/g)!;
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    privateKey: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKey: keys.publicKey.export({ type: "spki", format: "pem" }).toString(),
    keys,
  };
}
