import { closeDatabase } from "@/db/client";
import type { StaleData } from "@/lib/editing/stale";
import { answer } from "@/tests/factories/call";
import { clearEdited, EDITED, type Opened } from "@/tests/factories/editing";
import { makePerson, type Person } from "@/tests/factories/people";

let first: Person;
let second: Person;

beforeAll(async () => {
  [first, second] = [await makePerson({ roles: ["administrator"] }), await makePerson({ roles: ["administrator"] })];
});
afterAll(async () => {
  await clearEdited();
  await closeDatabase();
});

/** Things of one person are edited in two of their own windows. */
const OWN = ["an own prompt", "the own profile", "how documents are read"];

describe.each(Object.entries(EDITED))("%s", (kind, make) => {
  let record: Opened;
  let other: Person;
  const save = (person: Person, { save: handler, params, method = "PATCH", rest }: Opened, body: object) =>
    answer<StaleData>(handler, { token: person.token, params, method, body: { ...rest, ...body } });

  beforeAll(async () => {
    other = OWN.includes(kind) ? first : second;
    record = await make(first);
  });

  it("is changed by one of two who save the same state at once", async () => {
    const { revision } = await record.read();
    const body = { ...record.second, revision };
    const codes = (await Promise.all([save(first, record, body), save(other, record, body)])).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 409]);
  });

  it("is not overwritten by a save from an older state; the other's change and its author are told", async () => {
    const { revision } = await record.read();
    expect(revision).toMatch(/^[\w-]{16}$/);
    expect((await save(other, record, { ...record.first, revision })).code).toBe(200);
    const stale = await save(first, record, { ...record.second, revision });
    expect(stale).toMatchObject({ code: 409, data: { error: "staleRecord", current: record.first } });
    const now = await record.read();
    expect(now.revision).not.toBe(revision);
    expect(stale.data!.revision).toBe(now.revision);
    // Defaults of the whole product are not logged as one thing, and how a person reads is not logged at all.
    if (!["the default models", "how documents are read"].includes(kind)) {
      expect(stale.data).toMatchObject({ changedBy: other.actor.name, changedAt: expect.any(String) });
    }
    expect((await save(first, record, { ...record.second, revision: now.revision })).code).toBe(200);
    expect((await save(other, record, record.first)).code).toBe(200);
  });
});
