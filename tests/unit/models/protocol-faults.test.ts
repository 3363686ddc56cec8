import { setTimeout as sleep } from "node:timers/promises";
import { protocolOf } from "@/lib/models/protocols";
import { SupplierError } from "@/lib/models/types";
import { supplierTimeouts } from "@/lib/models/wire/http";
import { CHANNEL_KEY, hear } from "@/tests/factories/channels";
import { everyProtocol } from "./protocols";

const normal = { ...supplierTimeouts };
afterEach(() => {
  Object.assign(supplierTimeouts, normal);
});

async function failure(call: Promise<unknown>): Promise<SupplierError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SupplierError)) throw new Error(`no supplier error but ${error}`);
  return error;
}

async function until(holds: () => boolean, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (!holds() && Date.now() < end) await sleep(10);
  return holds();
}

describe.each(everyProtocol())("$name: a supplier that fails", ({ to, fake }) => {
  it.each([
    ["fake-401", "supplierUnauthorized", false, undefined],
    ["fake-402", "supplierQuota", false, undefined],
    ["fake-429", "supplierBusy", true, 0],
    ["fake-429-later", "supplierBusy", true, 2000],
    ["fake-500", "supplierError", true, undefined],
    ["fake-529", "supplierError", true, undefined],
    ["fake-context", "contextTooLong", false, undefined],
    ["fake-blocked", "contentFiltered", false, undefined],
    ["fake-leak", "supplierRefused", false, undefined],
    ["fake-html", "supplierMalformed", false, undefined],
  ])("%s is %s", async (model, key, retryable, retryAfterMs) => {
    const error = await failure(hear(to(model)));
    expect(error.key).toBe(key);
    expect(Boolean(error.options.retryable)).toBe(retryable);
    expect(error.options.retryAfterMs).toBe(retryAfterMs);
    expect(error.options.detail ?? "").not.toMatch(/canary|internal|planted/);
  });

  it("and says the key, the administrator's own headers and addresses back: none is passed on", async () => {
    const error = await failure(hear(to("fake-leak", { headers: { "X-Team": "header-secret-1" } })));
    expect(error.options.detail).toContain("no access for");
    expect(error.options.detail).not.toMatch(new RegExp(`${CHANNEL_KEY}|header-secret|internal`));
  });

  it("with an error of 50 MB is read to a small limit only", async () => {
    const before = fake().state.offered;
    expect((await failure(hear(to("fake-huge-error")))).key).toBe("supplierError");
    await until(() => fake().state.open === 0, 500);
    expect(fake().state.offered - before).toBeLessThan(10_000_000);
  });

  it("in mid-answer is told apart from a good end", async () => {
    const said = { text: 0 };
    const error = await failure(
      hear(to("fake-error-chunk"), {}, undefined, () => {
        said.text++;
      }),
    );
    expect(error.key).toBe("supplierError");
    expect(error.options.detail ?? "").not.toContain(CHANNEL_KEY);
    expect(said.text).toBeGreaterThan(0);
  });

  it("by a broken connection is told", async () => {
    expect((await failure(hear(to("fake-reset")))).key).toMatch(/supplierUnreachable|interrupted/);
  });

  it("by silence is given up: before the first byte", async () => {
    supplierTimeouts.firstByte = 600;
    expect((await failure(hear(to("fake-silent")))).key).toBe("supplierTimeout");
  });

  it("by silence is given up: in mid-answer", async () => {
    supplierTimeouts.idle = 600;
    const heard: string[] = [];
    const error = await failure(hear(to("fake-stall"), {}, undefined, () => heard.push("text")));
    expect(error.key).toBe("supplierTimeout");
    expect(heard.length).toBeGreaterThan(0);
  });

  it("because nobody listens is told", async () => {
    const error = await failure(hear(to("fake-echo", { baseUrl: "http://127.0.0.1:9/v1" })));
    expect(error).toMatchObject({ key: "supplierUnreachable", options: { retryable: true } });
  });

  it("never reaches metadata or link-local addresses", async () => {
    const error = await failure(hear(to("fake-echo", { baseUrl: "http://169.254.169.254/v1" })));
    expect(error.key).toBe("addressRefused");
  });

  it.each(["fake-silent", "fake-stall", "fake-slow"])(
    "%s: stopped, its connection is closed at once",
    async (model) => {
      const controller = new AbortController();
      const before = fake().state.aborted;
      const asked = fake().state.requests.length;
      const call = failure(hear(to(model), {}, controller.signal));
      await until(() => fake().state.requests.length > asked && fake().state.open > 0, 3000);
      await sleep(50);
      controller.abort();
      expect((await call).key).toBe("interrupted");
      expect(await until(() => fake().state.aborted === before + 1, 1000)).toBe(true);
    },
  );

  it("lists its models", async () => {
    const channel = to("");
    const models = await (await protocolOf(channel.template)).listModels!(channel, AbortSignal.timeout(5000));
    expect(models.map(({ id }) => id)).toContain("fake-echo");
  });

  it("refuses the list with a wrong key", async () => {
    const channel = to("", { apiKey: "wrong-key" });
    const error = await failure((await protocolOf(channel.template)).listModels!(channel, AbortSignal.timeout(5000)));
    expect(error.key).toBe("supplierUnauthorized");
    expect(error.options.detail).not.toContain("wrong-key");
  });
});
