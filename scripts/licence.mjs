// Keys and licences, for whoever issues them (README, Licences). Needs nothing but Node.
//   npm run licence -- keys [--out <folder>]
//   npm run licence -- sign --key <private.pem> --customer <name> [--seats <n>] [--days <n> | --end <day>]
//                           [--start <day>] [--version <*, 1 or 0-2>] [--serial <text>] [--out <file.lic>]
//   npm run licence -- show <file.lic>
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

const PREFIX = "meridian-licence-1";
const DAY = 86_400_000;

const [command, ...rest] = process.argv.slice(2);
const commands = { keys, sign: issue, show };

try {
  if (!commands[command])
    throw new Error("Say what to do: keys, sign or show. The head of scripts/licence.mjs tells how.");
  commands[command](rest);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** A new pair: the private half into a file only its owner reads, the public half for LICENCE_PUBLIC_KEY. */
function keys(args) {
  const { values } = parseArgs({ args, options: { out: { type: "string", default: "." } } });
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const file = path.join(values.out, "licence-private.pem");
  // "wx": a key that exists is never overwritten, its licences would be lost.
  writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  process.stdout.write(`Private key: ${file} (keep it safe, never in a repository)\n`);
  process.stdout.write(`LICENCE_PUBLIC_KEY=${publicText(publicKey)}\n`);
}

function issue(args) {
  const text = { type: "string" };
  const { values } = parseArgs({
    args,
    options: {
      key: text,
      customer: text,
      seats: text,
      days: text,
      start: text,
      end: text,
      version: text,
      serial: text,
      out: text,
    },
  });
  if (!values.key || !values.customer?.trim()) throw new Error("--key and --customer are needed");
  if (values.days && values.end) throw new Error("--days or --end, not both");
  const now = new Date();
  const start = values.start ? dayOf(values.start, "--start") : now;
  const end = values.end
    ? new Date(dayOf(values.end, "--end").getTime() + DAY)
    : new Date(start.getTime() + wholeNumber(values.days ?? "365", "--days") * DAY);
  if (end <= start) throw new Error("The end lies before the start");
  const version = values.version ?? "*";
  if (!/^(\*|\d{1,4}(-\d{1,4})?)$/.test(version)) throw new Error("--version is *, a major version, or a range: 0-2");
  const claims = {
    serial: values.serial ?? randomUUID(),
    customer: values.customer.trim(),
    startTime: start.toISOString(),
    endTime: end.toISOString(),
    seats: values.seats === undefined ? null : wholeNumber(values.seats, "--seats"),
    version,
    issuedAt: now.toISOString(),
  };
  const key = createPrivateKey(readFileSync(values.key));
  if (key.asymmetricKeyType !== "ed25519") throw new Error("--key is no Ed25519 key");
  const signed = `${PREFIX}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  const licence = `${signed}.${sign(null, Buffer.from(signed), key).toString("base64url")}\n`;
  if (!values.out) return process.stdout.write(licence);
  writeFileSync(values.out, licence);
  process.stdout.write(`${values.out}: ${claims.customer}, ${claims.startTime} to ${claims.endTime}\n`);
  process.stdout.write(`Verified with LICENCE_PUBLIC_KEY=${publicText(createPublicKey(key))}\n`);
}

/** What a licence says; whether it is genuine is for the product to tell. */
function show([file]) {
  if (!file) throw new Error("Which file?");
  const [prefix, payload] = readFileSync(file, "utf8").trim().split(".");
  if (prefix !== PREFIX || !payload) throw new Error("This is no licence");
  process.stdout.write(`${JSON.stringify(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")), null, 2)}\n`);
}

function publicText(key) {
  return key.export({ type: "spki", format: "der" }).toString("base64url");
}

/** Midnight, UTC, of a day like 2027-01-31. */
function dayOf(text, name) {
  const date = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(date.getTime()))
    throw new Error(`${name} is a day: 2027-01-31`);
  return date;
}

function wholeNumber(text, name) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 10_000_000)
    throw new Error(`${name} is a whole number from 1`);
  return number;
}
