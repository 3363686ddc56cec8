import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { mcpServers } from "@/db/schema/tools";
import {
  allowPrivate,
  byHand,
  choice,
  create,
  get,
  handForm,
  imported,
  list,
  patch,
  read,
  tried,
  withOwnTools,
} from "@/tests/factories/own-tools";
import { OWN_CLIENT, startOwnApi } from "@/tests/fakes/own-api.mjs";

/* How own tools prove who calls, and where their secrets go (SECURITY SK-01, SK-02). */
const KEY = "key canary/9+4";
const at = withOwnTools();

describe("authentication", () => {
  it.each([
    [
      "header",
      { kind: "header", name: "X-Key" },
      (seen: never) => (seen as { headers: Record<string, string> }).headers["x-key"] === KEY,
    ],
    [
      "query",
      { kind: "query", name: "key" },
      (seen: never) => new URLSearchParams((seen as { query: string }).query).get("key") === KEY,
    ],
    [
      "bearer",
      { kind: "bearer" },
      (seen: never) => (seen as { headers: { authorization: string } }).headers.authorization === `Bearer ${KEY}`,
    ],
    [
      "basic",
      { kind: "basic", user: "me" },
      (seen: never) =>
        (seen as { headers: { authorization: string } }).headers.authorization ===
        `Basic ${Buffer.from(`me:${KEY}`).toString("base64")}`,
    ],
  ])("by %s goes with the call and is told nowhere", async (_kind, auth, isRight) => {
    const id = await byHand(at, { auth, secret: KEY });
    const { data } = await tried(at.owner, id, { number: "1" });
    expect(data).toMatchObject({ ok: true });
    expect(isRight(at.api.state.seen.at(-1) as never)).toBe(true);
    const said = JSON.stringify([data, await get(at.owner, id), await list(at.owner)]);
    for (const form of [KEY, "canary", encodeURIComponent(KEY), Buffer.from(`me:${KEY}`).toString("base64")]) {
      expect(said).not.toContain(form);
    }
    expect(JSON.stringify(data!.exchange!.request)).toContain("***");
    const [row] = await db().select().from(mcpServers).where(eq(mcpServers.id, id));
    expect(JSON.stringify(row)).not.toContain("canary");
    const failing = await byHand(at, { auth, secret: KEY }, { address: `${at.api.url}/{number}/broken` });
    const failed = await tried(at.owner, failing, { number: "1" });
    expect(failed.data).toMatchObject({ ok: false, exchange: { response: { status: 422 } } });
    expect(JSON.stringify(failed)).not.toContain("canary");
  });

  it("by OAuth asks for a token once, again when it is revoked, and tells a refusal without its secret", async () => {
    for (const clientAuth of ["basic", "body"]) {
      Object.assign(at.api.state, { tokens: [] });
      const scope = `orders ${v7()}`;
      const auth = { kind: "oauth", tokenUrl: `${at.api.url}/token`, clientId: OWN_CLIENT.id, scope, clientAuth };
      const id = await byHand(at, { auth, secret: OWN_CLIENT.secret }, { address: `${at.api.url}/secure/{number}` });
      expect((await tried(at.owner, id, { number: "1" })).data).toMatchObject({ ok: true });
      const second = await tried(at.owner, id, { number: "2" });
      expect(at.api.state.tokens).toHaveLength(1);
      expect(JSON.stringify(second)).not.toContain("canary");
      at.api.state.revoked.add(at.api.state.tokens[0]!);
      expect((await tried(at.owner, id, { number: "3" })).data).toMatchObject({ ok: true });
      expect(at.api.state.tokens).toHaveLength(2);
      // Another person's token is another one.
      const address = `${at.api.url}/secure/{number}`;
      const wrong = { name: `T ${v7()}`, form: handForm(at, { address }), auth, secret: "wrong-canary" };
      const theirs = await create(at.outsider, wrong);
      const refused = await tried(at.outsider, theirs.data!.id, { number: "1" });
      expect(refused.data).toMatchObject({ ok: false, error: "toolTokenRefused", exchange: null });
      expect(refused.data!.detail).toContain("invalid_client");
      expect(JSON.stringify(refused)).not.toContain("canary");
    }
    Object.assign(at.api.state, { expires: 1, tokens: [] });
    const auth = {
      kind: "oauth",
      tokenUrl: `${at.api.url}/token`,
      clientId: OWN_CLIENT.id,
      scope: v7(),
      clientAuth: "basic",
    };
    const id = await byHand(at, { auth, secret: OWN_CLIENT.secret }, { address: `${at.api.url}/secure/{number}` });
    await tried(at.owner, id, { number: "1" });
    await tried(at.owner, id, { number: "1" });
    expect(at.api.state.tokens).toHaveLength(2);
  });

  it("never goes to an address it was not saved for", async () => {
    const auth = { kind: "bearer" };
    const hand = await byHand(at, { auth, secret: KEY });
    const away = { form: handForm(at, { address: "https://elsewhere.example/{number}" }) };
    expect((await patch(at.owner, hand, away)).code).toBe(422);
    expect(
      (await patch(at.owner, hand, { form: handForm(at, { address: `${at.api.url}/other/{number}` }) })).code,
    ).toBe(422);
    const other = { kind: "oauth", tokenUrl: `${at.api.url}/token`, clientId: "x", scope: "", clientAuth: "basic" };
    expect((await patch(at.owner, hand, { auth: other })).code).toBe(422);
    expect((await patch(at.owner, hand, { auth: { kind: "none" } })).code).toBe(200);
    expect((await get(at.owner, hand)).data).toMatchObject({ hasSecret: false, auth: { kind: "none" } });
    const id = await imported(at, ["getOrder0"], { auth, secret: KEY });
    const elsewhere = await startOwnApi();
    allowPrivate(at.api.port, elsewhere.port);
    // Reading another description takes nothing along, saving it asks for the key again.
    expect((await read(at.owner, { id, url: `${elsewhere.url}/locked.json` })).code).toBeGreaterThanOrEqual(400);
    const shown = await read(at.owner, { id, url: `${elsewhere.url}/openapi.json` });
    const operations = shown
      .data!.operations.filter((one) => one.id === "getOrder0" && one.state !== "removed")
      .map(choice);
    expect((await patch(at.owner, id, { url: `${elsewhere.url}/openapi.json`, operations })).code).toBe(422);
    // Nor does it follow a description whose operations moved away.
    at.api.state.server = `${elsewhere.url}/api`;
    const moved = (await read(at.owner, { id })).data!.operations.filter((one) => one.id === "getOrder0").map(choice);
    expect((await patch(at.owner, id, { operations: moved })).code).toBe(422);
    expect((await patch(at.owner, id, { operations: moved, auth, secret: "another-key" })).code).toBe(200);
    expect(
      elsewhere.state.seen.every(({ headers }: { headers: Record<string, string> }) => !headers.authorization),
    ).toBe(true);
    await elsewhere.close();
    const plain = await create(at.owner, {
      name: `K ${v7()}`,
      form: handForm(at, { address: "http://a.example/{number}" }),
      auth,
      secret: KEY,
    });
    expect(plain.code).toBe(422);
    expect((await create(at.owner, { name: `K ${v7()}`, form: handForm(at), auth })).code).toBe(400);
  });

  it("does not follow a redirect to another host with its key", async () => {
    const elsewhere = await startOwnApi();
    allowPrivate(at.api.port, elsewhere.port);
    const to = { name: "to", in: "query", type: "string", description: "", required: true };
    const parts = { address: `${at.api.url}/leave`, parameters: [to] };
    const id = await byHand(at, { auth: { kind: "header", name: "X-Key" }, secret: KEY }, parts);
    await tried(at.owner, id, { to: `${elsewhere.url}/x` });
    expect(JSON.stringify(elsewhere.state.seen)).not.toContain("canary");
    await elsewhere.close();
  });
});
