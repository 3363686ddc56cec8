import { closeDatabase } from "@/db/client";
import { ChannelError } from "@/lib/auth/channels/errors";
import { ldap } from "@/lib/auth/channels/ldap";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { makeDirectory } from "@/tests/factories/directory";
import { dropLoginChannel } from "@/tests/factories/login-channels";
import { BASE_DN, BIND_DN, type Slapd, startSlapd } from "@/tests/fakes/slapd";

jest.setTimeout(60_000);

let slapd: Slapd;
const made: string[] = [];

const directory = async (options: Parameters<typeof makeDirectory>[1] = {}): Promise<OpenChannel> => {
  const channel = await makeDirectory(slapd, options);
  made.push(channel.id);
  return channel;
};
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ["no error", value],
    (error: unknown) => (error instanceof ChannelError ? error.reason : error),
  );

beforeAll(async () => {
  slapd = await startSlapd();
});
afterAll(async () => {
  for (const id of made) await dropLoginChannel(id);
  await slapd?.stop();
  await closeDatabase();
});
beforeEach(() => slapd.told());

describe("a password", () => {
  it("proves its own person, with what the directory knows of them", async () => {
    const north = await slapd.addDepartment("North", slapd.people);
    const alice = await slapd.addPerson({
      under: north,
      name: "Alice 王",
      password: "Alice-pass-1",
      more: { mobile: "13800000001", title: "Editor" },
    });
    const bob = await slapd.addPerson({ under: slapd.people, password: "Bob-pass-1" });
    const group = await slapd.addGroup("editors", [alice.dn]);
    const channel = await directory();
    const identity = await ldap.check(channel, alice.uid, "Alice-pass-1");
    expect(identity).toMatchObject({
      issuer: `ldap:${channel.id}`,
      account: alice.uid,
      name: "Alice 王",
      email: alice.mail,
      phone: "13800000001",
      claims: { title: ["Editor"], groups: [group, "editors"] },
      departmentIds: [`ou=north,ou=people,${BASE_DN}`, `ou=people,${BASE_DN}`, BASE_DN],
    });
    expect(identity!.subject).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(JSON.stringify(identity)).not.toContain("Alice-pass-1");
    const other = await ldap.check(channel, bob.uid, "Bob-pass-1");
    expect(other!.subject).not.toBe(identity!.subject);
    expect(other!.claims.groups).toBeUndefined();
    expect(await ldap.check(channel, alice.uid, "Bob-pass-1")).toBeNull();
    expect(await ldap.check(channel, bob.uid, "Alice-pass-1")).toBeNull();
  });

  it("is asked of nobody's entry when there is no person of that name", async () => {
    const { uid, dn } = await slapd.addPerson();
    const channel = await directory();
    await slapd.told();
    expect(await ldap.check(channel, uid, "wrong")).toBeNull();
    const known = await slapd.told();
    expect(await ldap.check(channel, `${uid}x`, "wrong")).toBeNull();
    const unknown = await slapd.told();
    expect(known.binds).toEqual([BIND_DN, dn]);
    expect(unknown.binds).toEqual([BIND_DN, expect.stringMatching(new RegExp(`^cn=[0-9a-f-]{36},${BASE_DN}$`))]);
    expect(unknown.filters).toHaveLength(known.filters.length);
  });

  it.each([[""], ["   "], ["\0"], ["x\0"], [null], [["Directory-1"]]])(
    "that is %j never reaches the server",
    async (password) => {
      const person = await slapd.addPerson();
      const channel = await directory();
      await slapd.told();
      expect(await ldap.check(channel, person.uid, password as string)).toBeNull();
      expect(await slapd.told()).toEqual({ binds: [], filters: [], log: [] });
    },
  );
});

describe("an account", () => {
  it.each([
    ["*", "\\2A"],
    ["admin)(uid=*", "admin\\29\\28uid=\\2A"],
    ["\\2a", "\\5C2a"],
    ["a)(|(objectClass=*", "a\\29\\28|\\28objectclass=\\2A"],
  ])("%j arrives escaped and finds nobody", async (account, arrived) => {
    await slapd.addPerson();
    const channel = await directory();
    await slapd.told();
    expect(await ldap.check(channel, account, "Directory-1")).toBeNull();
    const { filters } = await slapd.told();
    expect(filters).toEqual([`(&(objectClass=person)(uid=${arrived}))`]);
  });

  it.each([["a\0b"], ["a\u00adb"], ["a\nb"], [""], [" "]])("%j is not asked for", async (account) => {
    const channel = await directory();
    expect(await ldap.check(channel, account, "Directory-1")).toBeNull();
    expect((await slapd.told()).log).toEqual([]);
  });

  it("that two entries answer to is nobody's", async () => {
    const [one] = [
      await slapd.addPerson({ mail: "shared@example.test" }),
      await slapd.addPerson({ mail: "shared@example.test" }),
    ];
    const channel = await directory({ settings: { userFilter: "(mail={account})" } });
    expect(await ldap.check(channel, "shared@example.test", one.password)).toBeNull();
    expect((await slapd.told()).binds).not.toContain(one.dn);
  });

  it("that the filter leaves out is a mistake of the settings", async () => {
    const channel = await directory({ settings: { userFilter: "(objectClass=inetOrgPerson)" } });
    expect(await reasonOf(ldap.check(channel, "anybody", "Directory-1"))).toBe("badConfiguration");
  });
});

describe("a person of Active Directory", () => {
  const ad = {
    subjectAttribute: "objectguid",
    accountAttribute: "sAMAccountName",
    userFilter: "(sAMAccountName={account})",
  };
  const make = async (control: string, guid: string) => {
    const name = `ad${guid.slice(0, 8)}`;
    const person = await slapd.addPerson({
      more: { objectClass: "adPerson", sAMAccountName: name, userAccountControl: control },
    });
    await slapd.set(person.dn, "objectGUID", [Buffer.from(guid, "hex")]);
    return { ...person, name };
  };

  it("is known by the GUID as text", async () => {
    // Its bytes are also valid UTF-8, and would be taken for a text.
    const person = await make("512", "41424344454647484950515253545556");
    expect(await ldap.check(await directory({ settings: ad }), person.name, person.password)).toMatchObject({
      subject: "44434241-4645-4847-4950-515253545556",
      account: person.name,
    });
  });

  it("who is switched off does not come in, whatever else is set", async () => {
    const person = await make("66050", "ff424344454647484950515253545557");
    const channel = await directory({ settings: ad });
    expect(await reasonOf(ldap.check(channel, person.name, person.password))).toBe("disabled");
    expect(await ldap.check(channel, person.name, "wrong")).toBeNull();
  });
});

describe("groups", () => {
  it("are searched for with the person's name escaped", async () => {
    const person = await slapd.addPerson({ under: await slapd.addDepartment("R(D)*") });
    const group = await slapd.addGroup("special", [person.dn]);
    const settings = { groupAttribute: "description", groupBaseDn: slapd.groups, groupFilter: "(member={dn})" };
    const channel = await directory({ settings });
    await slapd.told();
    const identity = await ldap.check(channel, person.uid, person.password);
    expect(identity!.claims.groups).toEqual([group, "special"]);
    expect((await slapd.told()).filters.at(-1)).toBe(`(member=uid=${person.uid},ou=r\\28d\\29\\2A,${BASE_DN})`);
  });
});

it("who the filter for leavers finds does not come in", async () => {
  const [gone, here] = [await slapd.addPerson({ more: { employeeType: "left" } }), await slapd.addPerson()];
  const channel = await directory({ settings: { disabledFilter: "(employeeType=left)" } });
  expect(await reasonOf(ldap.check(channel, gone.uid, gone.password))).toBe("disabled");
  expect(await ldap.check(channel, here.uid, here.password)).toMatchObject({ account: here.uid });
});

it("an entry without what makes a person one is refused", async () => {
  const person = await slapd.addPerson();
  const channel = await directory({ settings: { subjectAttribute: "employeeNumber" } });
  expect(await reasonOf(ldap.check(channel, person.uid, person.password))).toBe("claims");
});

describe("mistakes of the settings and the server", () => {
  it.each<[string, Parameters<typeof makeDirectory>[1], string]>([
    ["a wrong password of the service account", { secrets: { bindPassword: "wrong" } }, "clientRefused"],
    ["an unknown service account", { settings: { bindDn: `cn=nobody,${BASE_DN}` } }, "clientRefused"],
    ["a service account without a password", { secrets: {} }, "badConfiguration"],
    ["a base that is not there", { settings: { baseDn: "dc=elsewhere,dc=test" } }, "badConfiguration"],
    ["a filter with a mistake", { settings: { userFilter: "(uid{account})" } }, "badConfiguration"],
    ["an address that may never be called", { settings: { url: "ldap://169.254.169.254" } }, "badConfiguration"],
    ["a server that is not there", { settings: { url: "ldap://127.0.0.1:1" } }, "unreachable"],
    ["a name that does not exist", { settings: { url: "ldap://nowhere.invalid" } }, "unreachable"],
  ])("%s", async (_, options, reason) => {
    const person = await slapd.addPerson();
    expect(await reasonOf(ldap.check(await directory(options), person.uid, person.password))).toBe(reason);
    expect((await slapd.told()).binds).not.toContain(person.dn);
  });
});
