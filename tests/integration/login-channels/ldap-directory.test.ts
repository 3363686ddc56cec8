/** @runs once: a driver reads a directory server; what is stored of it is directory-sync's. */
import { closeDatabase } from "@/db/client";
import { ldap } from "@/lib/auth/channels/ldap";
import { ldapDirectory } from "@/lib/auth/channels/ldap-directory";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { makeDirectory } from "@/tests/factories/directory";
import { dropLoginChannel } from "@/tests/factories/login-channels";
import { BASE_DN, type Slapd, startSlapd } from "@/tests/fakes/slapd";

jest.setTimeout(120_000);

let slapd: Slapd;
const made: string[] = [];
const directory = async (settings: Record<string, string | boolean> = {}): Promise<OpenChannel> => {
  const channel = await makeDirectory(slapd, { settings: { syncFilter: "(objectClass=inetOrgPerson)", ...settings } });
  made.push(channel.id);
  return channel;
};
const read = (channel: OpenChannel, signal = new AbortController().signal, onProgress = async (_: number) => {}) =>
  ldapDirectory.read(channel, { signal, onProgress });

beforeAll(async () => {
  slapd = await startSlapd();
});
afterAll(async () => {
  for (const id of made) await dropLoginChannel(id);
  await slapd?.stop();
  await closeDatabase();
});

it("departments come with their parents first, people in the nearest one, under the subjects of their logins", async () => {
  const sales = await slapd.addDepartment("Sales");
  const north = await slapd.addDepartment("North", sales);
  const [alice, bob] = [await slapd.addPerson({ under: north }), await slapd.addPerson()];
  const group = await slapd.addGroup("sellers", [alice.dn]);
  const channel = await directory({ groupBaseDn: slapd.groups, groupAttribute: "description" });
  const { departments, people } = await read(channel);
  const salesId = `ou=sales,${BASE_DN}`;
  expect(departments.filter(({ name }) => ["Sales", "North"].includes(name))).toEqual([
    { id: salesId, parentId: null, name: "Sales" },
    { id: `ou=north,${salesId}`, parentId: salesId, name: "North" },
  ]);
  const of = (account: string) => people.find((person) => person.account === account);
  const proved = await ldap.check(channel, alice.uid, alice.password);
  expect(of(alice.uid)).toMatchObject({
    subject: proved!.subject,
    departmentIds: [`ou=north,${salesId}`],
    claims: { groups: [group, "sellers"] },
    disabled: false,
  });
  expect(proved!.departmentIds).toContain(of(alice.uid)!.departmentIds[0]);
  expect(of(bob.uid)).toMatchObject({ departmentIds: [], claims: {}, email: bob.mail });
  expect(JSON.stringify(people)).not.toContain(alice.password);
});

it("tells who may not come in any more", async () => {
  const more = (control: string) => ({ objectClass: "adPerson", userAccountControl: control });
  const [off, on] = [await slapd.addPerson({ more: more("514") }), await slapd.addPerson({ more: more("512") })];
  const left = await slapd.addPerson({ more: { employeeType: "left" } });
  const [locked, waiting] = [await slapd.addPerson(), await slapd.addPerson()];
  await slapd.set(locked.dn, "pwdAccountLockedTime", ["000001010000Z"]);
  await slapd.set(waiting.dn, "pwdAccountLockedTime", ["20260101000000Z"]);
  const { people } = await read(await directory({ disabledFilter: "(employeeType=left)" }));
  const of = ({ uid }: { uid: string }) => people.find(({ account }) => account === uid)?.disabled;
  expect([off, on, left, locked, waiting].map(of)).toEqual([true, false, true, true, false]);
});

it("reads page by page, says how far it is, and stops when it is told to", async () => {
  const unit = await slapd.addDepartment("Many");
  for (let count = 0; count < 1100; count += 50) {
    await Promise.all(Array.from({ length: 50 }, () => slapd.addPerson({ under: unit })));
  }
  const channel = await directory({ baseDn: unit });
  const progress: number[] = [];
  const { people, departments } = await read(channel, undefined, async (count) => void progress.push(count));
  expect([people.length, departments.length, progress]).toEqual([1100, 0, [500, 1000, 1100]]);
  const stop = new AbortController();
  const stopped = read(channel, stop.signal, async () => stop.abort(new Error("stopped by a test")));
  await expect(stopped).rejects.toThrow("stopped by a test");
  await expect(read(channel, stop.signal)).rejects.toThrow("stopped by a test");
});

it("entries without a subject or account are left out", async () => {
  const [one, two] = [await slapd.addPerson({ more: { employeeNumber: "7" } }), await slapd.addPerson()];
  const { people } = await read(await directory({ subjectAttribute: "employeeNumber" }));
  expect(people.map(({ account }) => account)).toContain(one.uid);
  expect(people.map(({ account }) => account)).not.toContain(two.uid);
});

it("mistakes and a server that is down have their reasons", async () => {
  await expect(read(await directory({ syncFilter: "(objectClass)" }))).rejects.toMatchObject({
    reason: "badConfiguration",
  });
  await expect(read(await directory({ baseDn: "dc=no,dc=test" }))).rejects.toMatchObject({
    reason: "badConfiguration",
  });
  await expect(read(await directory({ url: "ldap://127.0.0.1:1" }))).rejects.toMatchObject({ reason: "unreachable" });
});
