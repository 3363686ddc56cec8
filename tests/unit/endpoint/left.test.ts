import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { publicHandler } from "@/lib/endpoint/route";
import { makeLog } from "@/lib/log";

const shared = globalThis as { __log?: unknown };
const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  shared.__log = makeLog({ write: (line) => void lines.push(line) });
});
afterEach(() => {
  delete shared.__log;
});

/** Work that ends with whoever asked for it, or by a failure of its own. */
const door = (failure?: Error) =>
  publicHandler({
    summary: "Works as long as somebody waits",
    run: async ({ request }) => {
      if (failure) throw failure;
      await once(request.signal, "abort");
      throw request.signal.reason;
    },
  });

async function leave(failure?: Error): Promise<number> {
  const leaving = new AbortController();
  const request = new Request("http://localhost/api/x", { signal: leaving.signal });
  const answered = door(failure)(request, { params: Promise.resolve({}) });
  await setImmediate();
  leaving.abort();
  return (await answered).status;
}

it("is no failure in the log where a reader leaves before the answer", async () => {
  expect(await leave()).toBe(499);
  expect(lines).toEqual([]);
});

it("stays one where it failed by itself", async () => {
  expect(await leave(new Error("broken"))).toBe(500);
  expect(lines.join()).toContain("request failed");
});
