import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** Of `localhost`, for tests alone; good for a hundred years. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUAWYcLQMQHvnhqfI/LZKEf2dDlBIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA5NTg0MloYDzIxMjYxMDI4
MDk1ODQyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASUhtrZZg9g5MNY6/KQvXSC7zm7bzql9yFStkY7DtGId0dWhppDpJXs
lj2TLWG01ez3uPZcCGsPNwuWvEPHao75o28wbTAdBgNVHQ4EFgQUhRX6ivCoNmIG
x4WllHIkS/0tYT8wHwYDVR0jBBgwFoAUhRX6ivCoNmIGx4WllHIkS/0tYT8wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAKJkUPTEvcucJ6hFnaqNhfKehXr5u41DRp7D33nqQFEfAiBm
bpsEsDmWrShPi8a4RGtg1tyL5ctmj60MBvDTSUYYiQ==
-----END CERTIFICATE-----
`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjZWWNgb204TWJWjh
UJNByXJ/MWc47h3UZP1+aGxGkRmhRANCAASUhtrZZg9g5MNY6/KQvXSC7zm7bzql
9yFStkY7DtGId0dWhppDpJXslj2TLWG01ez3uPZcCGsPNwuWvEPHao75
-----END PRIVATE KEY-----
`;

interface MailServerOptions {
  /** Account and password the server takes; without them nobody signs in. */
  login?: { user: string; password: string };
  encryption?: "tls" | "starttls" | "none";
  /** Refuses every recipient. */
  refuses?: boolean;
}

/** A mail server that keeps what it gets: letters, and the passwords it was told. */
export async function startMailServer({ login, encryption = "none", refuses = false }: MailServerOptions = {}) {
  const letters: string[] = [];
  const passwords: string[] = [];
  const server = new SMTPServer({
    secure: encryption === "tls",
    key: KEY,
    cert: CERTIFICATE,
    hideSTARTTLS: encryption !== "starttls",
    authOptional: !login,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      passwords.push(password ?? "");
      const fits = username === login?.user && password === login?.password;
      done(fits ? null : new Error("no such account"), fits ? { user: username } : undefined);
    },
    onRcptTo: (_address, _session, done) =>
      done(refuses ? Object.assign(new Error("mailbox unavailable"), { responseCode: 550 }) : null),
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        letters.push(Buffer.concat(parts).toString("utf8"));
        done();
      });
    },
  });
  // Broken handshakes are what some tests are about.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, letters, passwords, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
