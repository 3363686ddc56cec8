import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { admitCalls, beatInstance } from "@/db/queries/models/usage";
import { usageLedger } from "@/db/schema/models";
import { settleAbandoned } from "@/lib/models/jobs";
import { flushLedger, settleSoon } from "@/lib/models/ledger";
import { estimatedSettlement } from "@/lib/models/settlement";
import { runtime } from "@/lib/runtime";
import { makePerson, type Person } from "@/tests/factories/people";
import { countedOf } from "@/tests/factories/usage";

let first: Person;
let second: Person;
beforeAll(async () => {
  [first, second] = [await makePerson(), await makePerson()];
});

/** A call a process has begun and not ended. */
async function begin(person: Person, instance: string): Promise<string> {
  const id = v7();
  const day = "2026-11-21";
  await admitCalls([
    {
      id,
      requestId: v7(),
      userId: person.id,
      departmentId: null,
      departmentPath: "",
      app: "open-api",
      modelId: v7(),
      modelName: "m",
      modelType: "chat",
      apiKeyId: null,
      sessionId: null,
      isQuestion: false,
      isOpening: false,
      instance,
      day,
      reservedTokens: 500,
      counters: [[`user:${person.id}`, "tokens", day, 500, null]],
      createdAt: new Date(),
    },
  ]);
  return id;
}

const outcomeOf = async (id: string) =>
  (await db().select().from(usageLedger).where(eq(usageLedger.id, id)))[0]?.outcome;

describe("calls whose process died", () => {
  it("are settled at a start that is alone, and their reservations given back; own ones are left", async () => {
    const [dead, own] = [await begin(first, "dead"), await begin(second, runtime.instance)];
    await settleAbandoned(null);
    expect([await outcomeOf(dead), await outcomeOf(own)]).toEqual(["interrupted", "reserved"]);
    expect(await countedOf(`user:${first.id}`)).toEqual({ used: 0, reserved: 0 });
    expect(await countedOf(`user:${second.id}`)).toEqual({ used: 0, reserved: 500 });
  });

  it("of several processes only those of silent ones", async () => {
    await beatInstance(db(), "alive");
    const [living, silent] = [await begin(first, "alive"), await begin(first, "silent")];
    await settleAbandoned(30);
    expect([await outcomeOf(living), await outcomeOf(silent)]).toEqual(["reserved", "interrupted"]);
  });
});

it("usage that the database refuses costs no other call its own", async () => {
  const [good, bad] = [await begin(first, runtime.instance), await begin(first, runtime.instance)];
  const end = { status: "stopped", error: null } as const;
  const day = "2026-11-21";
  // More tokens than the column holds.
  settleSoon(estimatedSettlement({ id: bad, day }, 2 ** 40, end));
  settleSoon(estimatedSettlement({ id: good, day }, 7, end));
  await flushLedger();
  expect([await outcomeOf(good), await outcomeOf(bad)]).toEqual(["stopped", "reserved"]);
});
