import "server-only";
import { createTransport } from "nodemailer";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { egressSocket } from "@/lib/net/egress";
import { cut, storable } from "@/lib/text/storable";
import { isMailSet, type MailSettings, mailPassword } from "./settings";

export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** Milliseconds for the server's greeting, and without a word from it. */
const GREETING_MS = 10_000;
const SILENCE_MS = 20_000;

/** Sends a letter by the server of the basic configuration. Throws mailNotSet and what `deliver` throws. */
export async function sendMail(letter: Letter): Promise<void> {
  await deliver(await loadConfig("mailConfig"), await mailPassword(), letter);
}

/**
 * Sends one letter by a server. The connection is ours: its address was checked and pinned before anything is said
 * (SECURITY rule 11). Throws mailNotSet, addressRefused, mailUnreachable, mailTlsFailed, mailLoginFailed, mailRefused.
 */
export async function deliver(settings: MailSettings, password: string | null, letter: Letter): Promise<void> {
  if (!isMailSet(settings)) throw new AppError("mailNotSet");
  const { host, port, security, user, from } = settings;
  const connection = await egressSocket(host, port, "supplier").catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError("mailUnreachable", { cause: error });
  });
  const transport = createTransport({
    host,
    port,
    connection,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    auth: user ? { user, pass: password ?? "" } : undefined,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    // A letter of ours is text: nothing of it is fetched from anywhere.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({ from, ...letter });
  } catch (error) {
    throw asAppError(error);
  } finally {
    transport.close();
    connection.destroy();
  }
}

interface MailError {
  code?: string;
  message?: string;
  responseCode?: number;
  response?: string;
}

function asAppError(error: unknown): AppError {
  const { code = "", message = "", responseCode, response = "" } = error as MailError;
  if (code === "EAUTH" || code === "ENOAUTH") return new AppError("mailLoginFailed", { cause: error });
  if (code === "ETLS" || TLS.test(message)) return new AppError("mailTlsFailed", { cause: error });
  if (responseCode) {
    return new AppError("mailRefused", { args: { reply: plain(response) }, cause: error });
  }
  return new AppError("mailUnreachable", { cause: error });
}

/** Handshakes fail by many names and one kind of message. */
const TLS = /certificate|self.signed|ssl|tls|wrong version number|altnames/i;

/** The server's own words, short and on one line. */
function plain(reply: string): string {
  return cut(storable(reply.replace(/\s+/g, " ")), 200);
}
