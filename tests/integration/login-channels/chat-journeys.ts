import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { users } from "@/db/schema/organisation";
import { redirectDriver } from "@/lib/auth/channels/drivers";
import type { OpenChannel } from "@/lib/auth/channels/types";
import type { RedirectKind } from "@/lib/config/channel-kinds";
import {
  begin,
  boundTo,
  comeBack,
  confirmAt,
  faultOf,
  lastReason,
  signInBy,
  through,
} from "@/tests/factories/chat-sign-in";
import { makePerson } from "@/tests/factories/people";
import type { Misbehaviour } from "@/tests/fakes/chat-client";

export interface ChatRig {
  channel: OpenChannel;
  fake: {
    url: string;
    seen: string[];
    signedIn(person: string): void;
    misbehave(path: string, how: Misbehaviour): void;
    behave(): void;
  };
  /** Makes somebody at the chat client, whose account here will be `name`. */
  add(name: string, more?: { email?: string; phone?: string }): void;
  /** Makes a channel like this one with another secret. */
  withWrongSecret(): Promise<OpenChannel>;
  /** The other side ends the application's tokens, if there are any: the next call fetches one. */
  expireTokens(): void;
  /** Calls of a sign-in, in their order. */
  calls: string[];
  /** What must be in no error. */
  secrets: string[];
}

/** Files run beside one another on one database. */
const fresh = (name: string) => name + randomBytes(5).toString("hex");

/** What holds for every chat client: two people, and everything that can go wrong on the way. */
export function itSignsPeopleIn(rig: () => ChatRig): void {
  const member = (name: string, more?: { email?: string; phone?: string }) => {
    const account = fresh(name);
    rig().add(account, more);
    rig().fake.signedIn(account);
    return account;
  };
  const expectFailure = async (landed: URL, key: string, reason?: string) => {
    expect(`${landed.pathname} ${landed.searchParams.get("failed")}`).toBe(`/login ${key}`);
    expect(landed.searchParams.has("jwt")).toBe(false);
    if (reason) expect(await lastReason(rig().channel.id)).toBe(reason);
  };
  afterEach(() => rig().fake.behave());

  it("makes an account at the first sign-in and finds it at the second, for two people", async () => {
    const { channel, fake } = rig();
    const ada = member("ada", { email: "ada@company.test", phone: "13800138000" });
    const first = await signInBy(channel.id, { redirectUrl: "/personal/chat?session=7" });
    expect(first.account).toBe(ada);
    expect(first.landed.searchParams.get("redirectUrl")).toBe("/personal/chat?session=7");
    const bob = member("bob");
    const other = await signInBy(channel.id);
    expect(other.account).toBe(bob);
    expect(other.id).not.toBe(first.id);
    fake.signedIn(ada);
    expect((await signInBy(channel.id)).id).toBe(first.id);
    const [row] = await db().select().from(users).where(eq(users.id, first.id));
    expect(row).toMatchObject({ type: "sso", email: "ada@company.test", phone: "+8613800138000" });
    const mine = (await boundTo(channel.issuer)).filter(({ account }) => [ada, bob].includes(account));
    expect(mine).toHaveLength(2);
  });

  it("takes a way back once, and asks nothing of the other side the second time", async () => {
    const { channel, fake } = rig();
    member("once");
    const { location, cookie } = await begin(channel.id);
    const back = await confirmAt(location);
    expect((await comeBack(back, cookie)).searchParams.has("jwt")).toBe(true);
    const asked = fake.seen.length;
    await expectFailure(await comeBack(back, cookie), "channelExpired", "state");
    expect(fake.seen).toHaveLength(asked);
  });

  it("refuses a foreign state, a missing one and another browser before it asks anything", async () => {
    const { channel, fake } = rig();
    member("bound");
    const { location, cookie } = await begin(channel.id);
    const back = new URL(await confirmAt(location));
    const other = await begin(channel.id);
    const asked = fake.seen.length;
    for (const state of ["0".repeat(64), ""]) {
      const foreign = new URL(back);
      foreign.searchParams.set("state", state);
      await expectFailure(await comeBack(foreign.href, cookie), "channelExpired", "state");
    }
    await expectFailure(await comeBack(back.href, other.cookie), "channelExpired", "state");
    const again = await confirmAt((await begin(channel.id)).location);
    await expectFailure(await comeBack(again, ""), "channelExpired", "state");
    expect(fake.seen.filter((path) => rig().calls.includes(path))).toHaveLength(
      fake.seen.slice(0, asked).filter((path) => rig().calls.includes(path)).length,
    );
  });

  it("refuses a code that was redeemed before", async () => {
    const { channel } = rig();
    member("replay");
    const used = await begin(channel.id);
    const back = new URL(await confirmAt(used.location));
    await comeBack(back.href, used.cookie);
    const next = await begin(channel.id, { cookie: used.cookie });
    const forged = new URL(await confirmAt(next.location));
    for (const name of ["code", "authCode"]) {
      const code = back.searchParams.get(name);
      if (code) forged.searchParams.set(name, code);
    }
    await expectFailure(await comeBack(forged.href, next.cookie), "channelFailed", "code");
  });

  it("says so when the person cancels, and when the secret is wrong", async () => {
    const { channel, withWrongSecret } = rig();
    const account = member("cancel");
    await expectFailure(await through(channel.id, {}, "no"), "channelDenied", "denied");
    expect(await faultOf(channel.id)).toBeNull();
    expect((await boundTo(channel.issuer)).map((one) => one.account)).not.toContain(account);
    const wrong = await withWrongSecret();
    const landed = await through(wrong.id);
    expect(landed.searchParams.get("failed")).toBe("channelFailed");
    expect(await lastReason(wrong.id)).toBe("clientRefused");
    expect(await faultOf(wrong.id)).toBe("clientRefused");
  });

  it("tells a server that is down, an answer of another shape, one without end and one that is none apart", async () => {
    const { channel, fake, calls, expireTokens } = rig();
    const account = member("faults");
    const cases: [Misbehaviour, string, string][] = [
      ["down", "channelUnreachable", "unreachable"],
      [{ json: { errcode: -1, code: "Throttling" }, status: 503 }, "channelUnreachable", "unreachable"],
      ["shape", "channelFailed", "answer"],
      ["garbage", "channelFailed", "answer"],
      ["huge", "channelFailed", "tooLarge"],
      ["elsewhere", "channelFailed", "badConfiguration"],
    ];
    for (const path of calls) {
      for (const [how, told, reason] of cases) {
        expireTokens();
        fake.behave();
        fake.misbehave(path, how);
        await expectFailure(await through(channel.id), told, reason);
        expect(await faultOf(channel.id)).toBe(reason);
      }
    }
    expect(fake.seen).not.toContain("/stolen");
    expect((await boundTo(channel.issuer)).map((one) => one.account)).not.toContain(account);
    fake.behave();
    expect((await signInBy(channel.id)).account).toBe(account);
    expect(await faultOf(channel.id)).toBeNull();
  });

  it("puts neither secrets nor codes nor tokens into its errors", async () => {
    const { channel, fake, calls, secrets } = rig();
    member("quiet");
    const driver = await redirectDriver(channel.kind as RedirectKind);
    const callbackUrl = `http://product.test/api/public/login/${channel.id}/callback`;
    for (const how of [
      "down",
      "garbage",
      "shape",
      { json: { errcode: 40001, code: "x y", errmsg: secrets[0] } },
    ] as const) {
      for (const path of calls) {
        fake.behave();
        fake.misbehave(path, how);
        const input = { state: "s".repeat(64), callbackUrl, environment: "browser" as const };
        const { url, secrets: kept } = await driver.begin(channel, input);
        const params = new URL(await confirmAt(url)).searchParams;
        const error = await driver
          .complete({ ...channel, version: Math.random() }, { params, state: input.state, callbackUrl, secrets: kept })
          .then(
            () => "signed in",
            (reason: unknown) => inspect(reason, { depth: 10 }),
          );
        expect(error).toContain("channel: ");
        for (const secret of [...secrets, params.get("code") ?? secrets[0]!, "token-"])
          expect(error).not.toContain(secret);
      }
    }
  });

  it("neither links nor takes over: the same e-mail is another account, the same account name is refused", async () => {
    const { channel, add, fake } = rig();
    const local = await makePerson({ account: fresh("local") });
    await db()
      .update(users)
      .set({ email: `${local.account}@company.test` })
      .where(eq(users.id, local.id));
    const account = member("mail", { email: `${local.account}@company.test` });
    const signedIn = await signInBy(channel.id);
    expect(signedIn).toMatchObject({ account });
    expect(signedIn.id).not.toBe(local.id);
    add(local.account);
    fake.signedIn(local.account);
    await expectFailure(await through(channel.id), "channelAccountTaken", "accountTaken");
    expect((await boundTo(channel.issuer)).map(({ id }) => id)).not.toContain(local.id);
  });
}
