import "server-only";
import { X509Certificate } from "node:crypto";
import { type connect, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { BerReader, Client, FilterParser, ResultCodeError } from "ldapts";
import { AppError } from "@/lib/errors/errors";
import { egressSocket } from "@/lib/net/egress";
import { ChannelError } from "./errors";
import type { OpenChannel } from "./types";

const CONNECT_MS = 5000;
const OPERATION_MS = 10_000;

export interface DirectoryLimits {
  /** All of it together, milliseconds. */
  lifeMs: number;
  /** What the server may send, bytes. */
  maxBytes: number;
  signal?: AbortSignal;
}

/**
 * Opens a directory as the service account of its settings, or anonymously, and closes it again. The socket is ours: its
 * address was checked and pinned, and its certificate verified, before the library says a word. Throws ChannelError.
 */
export async function withDirectory<T>(
  channel: OpenChannel,
  { lifeMs, maxBytes, signal }: DirectoryLimits,
  run: (client: Client) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const socket = await connected(channel);
  let isTooLarge = false;
  socket.on("data", () => {
    if (socket.bytesRead <= maxBytes) return;
    isTooLarge = true;
    socket.destroy();
  });
  const end = () => socket.destroy();
  const timer = setTimeout(end, lifeMs);
  signal?.addEventListener("abort", end);
  const client = clientOn(socket);
  try {
    await bindService(client, channel);
    return await run(client);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw isTooLarge ? new ChannelError("tooLarge", { cause: error }) : asDirectoryError(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    await client.unbind().catch(() => undefined); // said or not: the connection ends here
    socket.destroy();
  }
}

/** Binds as the service account. A name without a password would be let in as nobody by some servers, so it is never sent. */
export async function bindService(client: Client, channel: OpenChannel): Promise<void> {
  const bindDn = String(channel.settings.bindDn ?? "");
  if (!bindDn) return;
  const password = channel.secret("bindPassword");
  if (!password) throw new ChannelError("badConfiguration");
  await client.bind(bindDn, password);
}

/** A filter as the library reads it. Throws ChannelError(badConfiguration). */
export function parsedFilter(text: string) {
  try {
    return FilterParser.parseString(text);
  } catch (error) {
    throw new ChannelError("badConfiguration", { cause: error });
  }
}

function clientOn(socket: Socket): Client {
  let isUsed = false;
  // The library opens a lost connection anew by itself; ours is checked once, so there is no second one.
  const createConnection = () => {
    if (isUsed) throw new Error("Connection closed");
    isUsed = true;
    return socket;
  };
  return new Client({
    url: "ldap://directory.invalid",
    timeout: OPERATION_MS,
    createConnection: createConnection as unknown as typeof connect,
  });
}

/** The connection, with its encryption where the settings say so. Throws ChannelError. */
async function connected({ settings }: OpenChannel): Promise<Socket> {
  const url = new URL(String(settings.url));
  const isSecure = url.protocol === "ldaps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (isSecure ? 636 : 389);
  const ca = trusted(String(settings.caCertificate ?? ""));
  const socket = await reached(host, port);
  socket.on("error", () => undefined); // heard by whoever waits for an answer
  if (!isSecure && !settings.startTls) return socket;
  const timer = setTimeout(() => socket.destroy(), CONNECT_MS);
  try {
    if (!isSecure) await askForTls(socket);
    return await secured(socket, host, ca);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function reached(host: string, port: number): Promise<Socket> {
  try {
    return await egressSocket(host, port, "supplier", CONNECT_MS);
  } catch (error) {
    throw new ChannelError(error instanceof AppError ? "badConfiguration" : "unreachable", { cause: error });
  }
}

/** The authorities of the settings, alone; undefined: those of the system. */
function trusted(text: string): string[] | undefined {
  if (!text) return undefined;
  const certificates = text.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? [];
  try {
    if (certificates.length === 0) throw new Error("No certificate in the text");
    for (const certificate of certificates) new X509Certificate(certificate);
  } catch (error) {
    throw new ChannelError("badConfiguration", { cause: error });
  }
  return certificates;
}

function secured(socket: Socket, host: string, ca: string[] | undefined): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secure = connectTls({ socket, host, ca, ...(isIP(host) ? {} : { servername: host }) });
    secure.once("secureConnect", () => {
      secure.on("error", () => undefined);
      resolve(secure);
    });
    secure.once("error", (error: Error & { code?: string }) => {
      reject(new ChannelError(error.code === "CERT_HAS_EXPIRED" ? "certificateExpired" : "tls", { cause: error }));
    });
    secure.once("close", () => reject(new ChannelError("tls")));
  });
}

const START_TLS = "1.3.6.1.4.1.1466.20037";
const EXTENDED_REQUEST = 0x77;
const EXTENDED_RESPONSE = 0x78;
const START_TLS_MAX = 64 * 1024;

/**
 * Asks for encryption (RFC 4511, 4.14) by hand: not a byte that came in the clear may be left where the library would
 * read it as an answer inside the encrypted connection.
 */
async function askForTls(socket: Socket): Promise<void> {
  const oid = Buffer.from(START_TLS);
  const operation = Buffer.concat([Buffer.from([EXTENDED_REQUEST, oid.length + 2, 0x80, oid.length]), oid]);
  const message = Buffer.concat([Buffer.from([0x30, operation.length + 3, 0x02, 0x01, 0x01]), operation]);
  const answer = await new Promise<Buffer>((resolve, reject) => {
    let got = Buffer.alloc(0);
    const handleData = (data: Buffer) => {
      got = Buffer.concat([got, data]);
      const size = messageSize(got);
      if (size === null || (got.length < size && size <= START_TLS_MAX)) return;
      socket.removeListener("data", handleData);
      socket.pause();
      resolve(got);
    };
    socket.on("data", handleData);
    socket.once("close", () => reject(new ChannelError("tls")));
    socket.write(message);
  });
  if (messageSize(answer) !== answer.length || !isAgreed(answer)) throw new ChannelError("tls");
}

/** Length of the message that begins here, in its short or long form; null: not known yet, 0: nothing we read. */
function messageSize(got: Buffer): number | null {
  const length = got[1];
  if (length === undefined) return null;
  if (length < 0x80) return length + 2;
  const count = length & 0x7f;
  if (count === 0 || count > 4) return 0;
  return got.length < count + 2 ? null : count + 2 + got.readUIntBE(2, count);
}

/** Whether the answer to our one message says yes. */
function isAgreed(answer: Buffer): boolean {
  try {
    const reader = new BerReader(answer);
    reader.readSequence();
    const id = reader.readInt();
    reader.readSequence(EXTENDED_RESPONSE);
    return id === 1 && reader.readEnumeration() === 0;
  } catch {
    return false;
  }
}

/** Result codes of RFC 4511 that are about who we are: our account, or that we have none. */
const REFUSED = new Set([1, 7, 8, 13, 48, 49, 50]);
const BUSY = new Set([3, 51, 52]);
const TOO_LARGE = new Set([4, 11, 70]);

/** What went wrong at a directory, as a reason. */
export function asDirectoryError(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  if (error instanceof ResultCodeError) {
    if (REFUSED.has(error.code)) return new ChannelError("clientRefused", { cause: error });
    if (BUSY.has(error.code)) return new ChannelError("unreachable", { cause: error });
    return new ChannelError(TOO_LARGE.has(error.code) ? "tooLarge" : "badConfiguration", { cause: error });
  }
  const isLost = /timed out|closed|Socket|connection/i.test(error instanceof Error ? error.message : "");
  return new ChannelError(isLost ? "unreachable" : "answer", { cause: error });
}
