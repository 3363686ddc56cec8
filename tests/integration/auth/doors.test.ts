import { randomInt } from "node:crypto";
import { GET as codeRoute } from "@/app/api/public/verification-code/route";
import { GET as metricsRoute } from "@/app/metrics/route";
import { closeDatabase, db } from "@/db/client";
import { countVerificationCode } from "@/db/queries/auth/login";
import { resetEnv } from "@/lib/config/env";
import { answer, call } from "@/tests/factories/call";

afterAll(closeDatabase);

describe("verification codes", () => {
  it("end for a source that asks for too many, and for no other", async () => {
    // Nobody else's: an address that was met minutes ago has a count with another beginning.
    const [one, other] = [1, 2].map(
      () => `2001:db8::${randomInt(1, 65_536).toString(16)}:${randomInt(1, 65_536).toString(16)}`,
    ) as [string, string];
    const ask = (address: string) => answer(codeRoute, { address });
    expect((await ask(one)).code).toBe(200);
    const since = new Date(Date.now() - 60_000);
    for (let asked = 1; asked < 120; asked += 1) await countVerificationCode(db(), one, since);
    expect(await ask(one)).toMatchObject({ code: 429, data: { error: "tooManyRequests" } });
    expect((await ask(other)).code).toBe(200);
    // The count begins again when its window is over.
    await countVerificationCode(db(), one, new Date(Date.now() + 1000));
    expect((await ask(one)).code).toBe(200);
  });
});

describe("metrics", () => {
  afterEach(() => {
    delete process.env.METRICS_TOKEN;
    resetEnv();
  });
  const ask = async (address: string, token?: string) => (await call(metricsRoute, { address, token })).status;

  it("are for loopback callers where no token is set", async () => {
    expect([await ask("127.0.0.1"), await ask("::1"), await ask("198.51.100.7")]).toEqual([200, 200, 404]);
  });

  it("ask for the token that is set, of loopback callers too: a proxy on this machine makes everybody one", async () => {
    process.env.METRICS_TOKEN = "a-token-of-the-collector";
    resetEnv();
    for (const address of ["127.0.0.1", "::1", "198.51.100.7"]) {
      expect([await ask(address), await ask(address, "wrong")]).toEqual([404, 404]);
      expect(await ask(address, "Bearer a-token-of-the-collector")).toBe(200);
    }
  });
});
