/** @runs once: connections that fail; the rows of a sign-in are oidc.test.ts's. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { loginChannels } from "@/db/schema/login-channels";
import { channelTimes } from "@/lib/auth/channels/times";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { beginAt, failureOf, journey } from "@/tests/factories/openid-journey";
import { makePerson } from "@/tests/factories/people";
import { ENTRA_CLIENT, startEntraServer } from "@/tests/fakes/entra-server";

const made: string[] = [];
afterAll(async () => {
  for (const id of made) await dropLoginChannel(id);
  await closeDatabase();
});

async function failureAt(id: string): Promise<string | null | undefined> {
  return (await db().select().from(loginChannels).where(eq(loginChannels.id, id)))[0]?.failure;
}
async function makeOidc(issuer: string) {
  const channel = await makeLoginChannel({
    kind: "oidc",
    settings: { issuer },
    secrets: { clientSecret: "secret" },
    app: { appId: "client" },
  });
  made.push(channel.id);
  return channel;
}

const CONFIG = `[ca]
default_ca = own
[own]
database = index
new_certs_dir = .
serial = serial
policy = any
default_md = sha256
[any]
commonName = supplied
`;

/** A server whose certificate signs itself, over these days. */
async function startTls(from: string, to: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "tls-"));
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  for (const [name, text] of Object.entries({ config: CONFIG, index: "", serial: "01\n" })) {
    writeFileSync(path.join(folder, name), text);
  }
  openssl("req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "asked", "-subj", "/CN=127.0.0.1");
  const dates = ["-startdate", from, "-enddate", to];
  openssl(
    "ca",
    "-batch",
    "-selfsign",
    "-keyfile",
    "key",
    "-in",
    "asked",
    "-out",
    "signed",
    "-config",
    "config",
    "-notext",
    ...dates,
  );
  const read = (name: string) => readFileSync(path.join(folder, name));
  const server = createServer({ key: read("key"), cert: read("signed") }, (_request, response) => response.end("{}"));
  rmSync(folder, { recursive: true });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

it.each([
  ["an expired certificate", "20200101000000Z", "20200102000000Z", "certificateExpired"],
  ["a certificate nobody vouches for", "20200101000000Z", "20980101000000Z", "tls"],
])("%s is told apart, and the browser is sent nowhere", async (_name, from, to, reason) => {
  const server = await startTls(from, to);
  const channel = await makeOidc(server.address);
  const { location } = await beginAt(channel.id);
  expect([location, await failureAt(channel.id)]).toEqual(["/login?failed=channelFailed", reason]);
  await server.close();
});

it("a site that keeps silent is given up after ten seconds, and then found again by the next person", async () => {
  const [tenant] = [await startEntraServer(), await makePerson()];
  const channel = await makeLoginChannel({
    kind: "entra",
    settings: { tenantId: tenant.tenantId, authority: tenant.authority },
    secrets: { clientSecret: ENTRA_CLIENT.secret },
    app: { appId: ENTRA_CLIENT.id },
  });
  made.push(channel.id);
  const oid = crypto.randomUUID();
  tenant.know(oid, { oid, preferred_username: `${oid.slice(0, 12)}@corp.test` });
  const go = () => journey(channel.id, (url) => tenant.walk(url, oid));
  expect(channelTimes.answer).toBe(10_000);
  const patience = jest.replaceProperty(channelTimes, "answer", 1000);
  tenant.misbehave({ answer: "slow" });
  const started = Date.now();
  expect(failureOf((await go()).end)).toBe("channelUnreachable");
  expect(Date.now() - started).toBeLessThan(6_000);
  patience.restore();
  expect(await failureAt(channel.id)).toBe("unreachable");
  tenant.misbehave();
  expect((await go()).end.searchParams.get("jwt")).toBeTruthy();
  await tenant.close();
});
