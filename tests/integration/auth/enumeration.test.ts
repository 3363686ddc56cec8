import { inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as loginRoute } from "@/app/api/token/login-pw/route";
import { closeDatabase, db } from "@/db/client";
import { loginAttempts, loginSources } from "@/db/schema/auth";
import { answer } from "@/tests/factories/call";
import { disable, makePerson, PASSWORD } from "@/tests/factories/people";
import { giveFactor } from "@/tests/factories/second-factor";

/* SECURITY AU-01: nobody learns from an answer or its time which accounts there are, which are off, which have a factor. */
jest.setTimeout(60_000);
afterAll(closeDatabase);

const ADDRESS = "198.18.10.1";
const ROUNDS = 20;

it("failures of all kinds say the same and take as long", async () => {
  const [known, off, protectedPerson] = [await makePerson(), await makePerson(), await makePerson()];
  await disable(off.id);
  await giveFactor(protectedPerson);
  const kinds = {
    wrong: { username: known.account, password: "Wrong1234" },
    unknown: { username: `nobody-${v7()}`, password: "Wrong1234" },
    disabled: { username: off.account, password: PASSWORD },
    factor: { username: protectedPerson.account, password: "Wrong1234" },
    factorGuess: { username: protectedPerson.account, password: "Wrong1234", otp: "123456" },
  };
  const times: Record<string, number[]> = {};
  const said = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    // In turns, so that a busy moment of the machine falls on all of them.
    for (const [kind, body] of Object.entries(kinds)) {
      await db()
        .delete(loginAttempts)
        .where(inArray(loginAttempts.account, [body.username]));
      await db()
        .delete(loginSources)
        .where(inArray(loginSources.address, [ADDRESS]));
      const started = performance.now();
      const { code, data, message } = await answer(loginRoute, { body, address: ADDRESS });
      times[kind] = [...(times[kind] ?? []), performance.now() - started];
      said.add(JSON.stringify([code, data, message]));
    }
  }
  expect([...said]).toHaveLength(1);
  // The shortest of each is what the work takes; everything above it is the machine's, and an attacker leaves it out too.
  const usual = Math.min(...times.wrong!);
  for (const [kind, values] of Object.entries(times)) {
    const ratio = Math.min(...values) / usual;
    expect([kind, ratio > 0.5 && ratio < 2]).toEqual([kind, true]);
  }
});
