/** @runs once: a driver and a directory server; the rows of a sign-in are ldap.test.ts's. */
import { connect, createServer, type Server } from "node:net";
import { closeDatabase } from "@/db/client";
import { ChannelError } from "@/lib/auth/channels/errors";
import { ldap } from "@/lib/auth/channels/ldap";
import { makeDirectory } from "@/tests/factories/directory";
import { dropLoginChannel } from "@/tests/factories/login-channels";
import { type Slapd, startSlapd } from "@/tests/fakes/slapd";

jest.setTimeout(60_000);

let good: Slapd;
let expired: Slapd;
const made: string[] = [];
const servers: Server[] = [];

/** What a login with the right password comes to: the account, or the reason. */
async function tried(slapd: Pick<Slapd, "url">, settings: Record<string, string | boolean>, person: Person) {
  const channel = await makeDirectory(slapd, { settings });
  made.push(channel.id);
  return ldap.check(channel, person.uid, person.password).then(
    (identity) => identity?.account ?? null,
    (error: unknown) => (error instanceof ChannelError ? error.reason : error),
  );
}
type Person = Awaited<ReturnType<Slapd["addPerson"]>>;
let person: Person;
let second: Person;

beforeAll(async () => {
  good = await startSlapd();
  expired = await startSlapd({ certificate: "expired" });
  person = await good.addPerson();
  second = await good.addPerson();
});
afterAll(async () => {
  for (const id of made) await dropLoginChannel(id);
  for (const server of servers) server.close();
  await good?.stop();
  await expired?.stop();
  await closeDatabase();
});

const ways = [
  ["LDAPS", (slapd: Slapd) => ({ url: slapd.tlsUrl })],
  ["StartTLS", (slapd: Slapd) => ({ url: slapd.url, startTls: true })],
] as const;

describe.each(ways)("%s", (name, way) => {
  it("signs both people in, by the address and by the name", async () => {
    const settings = { ...way(good), caCertificate: good.ca };
    expect(await tried(good, settings, person)).toBe(person.uid);
    expect(await tried(good, settings, second)).toBe(second.uid);
    const named = { ...settings, url: settings.url.replace("127.0.0.1", "localhost") };
    expect(await tried(good, named, person)).toBe(person.uid);
  });

  it("is encrypted before any password is sent", async () => {
    await good.told();
    await tried(good, { ...way(good), caCertificate: good.ca }, person);
    const { log } = await good.told();
    const encrypted = log.findIndex((line) => line.includes("TLS established"));
    const bound = log.findIndex((line) => line.includes(" BIND dn="));
    expect(encrypted).toBeGreaterThan(-1);
    expect(bound).toBeGreaterThan(encrypted);
    expect(log.some((line) => line.includes("STARTTLS"))).toBe(name === "StartTLS");
  });

  it("refuses an authority it was not told of, and the system does not know", async () => {
    await good.told();
    expect(await tried(good, { ...way(good), caCertificate: good.otherCa }, person)).toBe("tls");
    expect(await tried(good, way(good), person)).toBe("tls");
    expect((await good.told()).binds).toEqual([]);
  });

  it("refuses a certificate that has run out", async () => {
    await expired.told();
    expect(await tried(expired, { ...way(expired), caCertificate: expired.ca }, person)).toBe("certificateExpired");
    expect((await expired.told()).binds).toEqual([]);
  });

  it("refuses a certificate of another host", async () => {
    const url = way(good).url.replace("127.0.0.1", "127.0.0.2");
    // Another address of this machine, which the certificate does not name.
    const to = Number(new URL(url).port);
    const relay = createServer((socket) => {
      const onward = connect(to, "127.0.0.1");
      socket.pipe(onward).pipe(socket);
      for (const one of [socket, onward]) one.on("error", () => undefined);
    });
    servers.push(relay);
    await new Promise<void>((resolve) => relay.listen(0, "127.0.0.2", resolve));
    const { port } = relay.address() as { port: number };
    const settings = { ...way(good), url: url.replace(`:${to}`, `:${port}`), caCertificate: good.ca };
    expect(await tried(good, settings, person)).toBe("tls");
  });

  it("takes nothing for an authority that is none", async () => {
    expect(await tried(good, { ...way(good), caCertificate: "not a certificate" }, person)).toBe("badConfiguration");
  });
});

it("a server that speaks no TLS is told apart from a wrong password", async () => {
  expect(await tried(good, { url: good.url.replace("ldap://", "ldaps://") }, person)).toBe("tls");
});

/** A server that answers the wish for encryption with these bytes. */
async function answering(bytes: Buffer): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.write(bytes));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `ldap://127.0.0.1:${(server.address() as { port: number }).port}`;
}
const YES = "300c02010178070a010004000400";
const NO = "300c02010178070a010204000400";
/** "Success" to the first bind, which somebody in between would like us to read later. */
const BOUND = "300c02010261070a010004000400";

it.each([
  ["says no", NO],
  ["says yes and goes on in the clear", YES + BOUND],
  ["answers something else", "300c02010161070a010004000400"],
  ["answers nonsense", "ffffffffffff"],
])("a server that %s gets no password", async (_, answer) => {
  const url = await answering(Buffer.from(answer, "hex"));
  expect(await tried({ url }, { url, startTls: true, caCertificate: good.ca }, person)).toBe("tls");
});
