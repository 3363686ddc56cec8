/** @runs once: a driver reads a chat client; what is stored of it is directory-sync's. */
import { directoryDrivers } from "@/lib/auth/channels/drivers";
import type { DirectoryReading, OpenChannel } from "@/lib/auth/channels/types";
import { boundTo, REDIRECT_BASE, signInBy } from "@/tests/factories/chat-sign-in";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { startWecomServer } from "@/tests/fakes/wecom-server";

const DEPARTMENTS = "/cgi-bin/department/list";
const MEMBERS = "/cgi-bin/user/list";

let fake: Awaited<ReturnType<typeof startWecomServer>>;
let channel: OpenChannel;
const made: OpenChannel[] = [];

async function makeChannel(settings: Record<string, string | number> = {}, secrets: Record<string, string> = {}) {
  const { appSecret, contactsSecret, agentId } = fake.settings;
  const made_ = await makeLoginChannel({
    kind: "wecom",
    settings: {
      corpId: fake.settings.corpId,
      apiBase: fake.url,
      webBase: fake.url,
      clientBase: fake.url,
      ...settings,
    },
    secrets: { appSecret, contactsSecret, ...secrets },
    app: { appId: agentId },
  });
  made.push(made_);
  return made_;
}

const progress: number[] = [];
async function read(from = channel, signal = new AbortController().signal): Promise<DirectoryReading> {
  const driver = await directoryDrivers.wecom();
  progress.length = 0;
  return driver.read(from, {
    signal,
    onProgress: async (people) => {
      progress.push(people);
    },
  });
}
const refused = (reason: string) => expect.objectContaining({ name: "ChannelError", reason });

beforeAll(async () => {
  fake = await startWecomServer({ redirectBase: REDIRECT_BASE });
  fake.departments.push(
    { id: 5, parentid: 1, name: "Sales", order: 100 },
    { id: 4, parentid: 1, name: "Research", order: 200 },
    { id: 9, parentid: 4, name: "Laboratory", order: 1 },
  );
  fake.add({ userid: "Wd-Ada", name: "Ada", department: [5, 9], main_department: 9, biz_mail: "ada@c.test" });
  fake.add({ userid: "wd-bob", name: "Bob", department: [1], mobile: "13800138000", position: "Clerk" });
  fake.add({ userid: "wd-new", name: "New", department: [4], status: 4 });
  fake.add({ userid: "wd-closed", name: "Closed", department: [4], status: 2 });
  fake.add({ userid: "wd-left", name: "Left", department: [4], status: 5 });
  channel = await makeChannel();
});
afterEach(() => fake.behave());
afterAll(async () => {
  for (const { id } of made) await dropLoginChannel(id);
  await fake.stop();
});

it("reads departments below the root in their order, and everybody once", async () => {
  const { departments, people } = await read();
  expect(departments).toEqual([
    { id: "4", parentId: null, name: "Research", sort: 0 },
    { id: "5", parentId: null, name: "Sales", sort: 1 },
    { id: "9", parentId: "4", name: "Laboratory", sort: 2 },
  ]);
  expect(people.map(({ subject }) => subject).sort()).toEqual(["Wd-Ada", "wd-bob", "wd-closed", "wd-left", "wd-new"]);
  expect(people.find(({ subject }) => subject === "Wd-Ada")).toMatchObject({
    account: "Wd-Ada",
    name: "Ada",
    email: "ada@c.test",
    departmentIds: ["9", "5"],
    disabled: false,
  });
  expect(people.find(({ subject }) => subject === "wd-bob")?.claims).toMatchObject({ position: ["Clerk"] });
  expect(
    people
      .filter(({ disabled }) => disabled)
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual(["wd-closed", "wd-left"]);
  expect(progress.at(-1)).toBe(5);
});

it("reads from another root, and with the application's secret where there is none for the contacts", async () => {
  const { corpId } = fake.settings;
  fake.settings.corpId = `${corpId}b`;
  const { departments, people } = await read(await makeChannel({ rootDepartmentId: 4 }, { contactsSecret: "" }));
  fake.settings.corpId = corpId;
  expect(departments).toEqual([{ id: "9", parentId: null, name: "Laboratory", sort: 0 }]);
  expect(people.map(({ subject }) => subject)).not.toContain("wd-bob");
});

it("whoever is read is who signs in: the same subject and issuer", async () => {
  fake.signedIn("Wd-Ada");
  const { account } = await signInBy(channel.id);
  const { people } = await read();
  const [bound] = (await boundTo(channel.issuer)).filter((one) => one.account === account);
  expect(people.map(({ subject }) => subject)).toContain(bound?.subject);
});

it("stops between calls when it is told to", async () => {
  const stop = new AbortController();
  const driver = await directoryDrivers.wecom();
  const asked = fake.seen.length;
  const reading = driver.read(channel, {
    signal: stop.signal,
    onProgress: async () => stop.abort(new Error("cancelled")),
  });
  await expect(reading).rejects.toThrow("cancelled");
  expect(fake.seen.slice(asked).filter((path) => path === MEMBERS)).toHaveLength(1);
});

it("stops in the middle of a call when it is told to", async () => {
  fake.misbehave(MEMBERS, "slow");
  await expect(read(channel, AbortSignal.timeout(300))).rejects.toThrow("aborted due to timeout");
});

it("fetches its token anew, once, in the middle of a reading", async () => {
  const driver = await directoryDrivers.wecom();
  let calls = 0;
  const reading = await driver.read(channel, {
    signal: new AbortController().signal,
    onProgress: async () => {
      calls += 1;
      if (calls === 2) fake.tokens.expireAll();
    },
  });
  expect(reading.people).toHaveLength(5);
});

it("never takes a failure for an empty company", async () => {
  fake.misbehave(MEMBERS, "down");
  await expect(read()).rejects.toEqual(refused("unreachable"));
  fake.behave();
  fake.misbehave(DEPARTMENTS, { json: { errcode: 0, department: [] } });
  await expect(read()).rejects.toEqual(refused("badConfiguration"));
  fake.misbehave(DEPARTMENTS, { json: { errcode: 60011, errmsg: "no" } });
  await expect(read()).rejects.toEqual(refused("badConfiguration"));
  fake.behave();
  fake.misbehave(MEMBERS, { json: { errcode: 0 } });
  await expect(read()).rejects.toEqual(refused("answer"));
  fake.misbehave(MEMBERS, "huge");
  await expect(read()).rejects.toEqual(refused("tooLarge"));
  const { corpId } = fake.settings;
  fake.settings.corpId = `${corpId}c`;
  const wrong = await makeChannel({}, { contactsSecret: "wrong" });
  await expect(read(wrong)).rejects.toEqual(refused("clientRefused"));
  fake.settings.corpId = corpId;
});
