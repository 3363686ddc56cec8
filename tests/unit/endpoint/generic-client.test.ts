import { createGenericClient } from "@/lib/client/generic-client";

const fetched = jest.fn<Promise<Response>, [string, RequestInit]>();
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

beforeEach(() => {
  fetched.mockReset();
  globalThis.fetch = fetched as unknown as typeof fetch;
});
afterEach(() => jest.useRealTimers());

describe("generic client", () => {
  it("gives JSON, text and bytes as they are", async () => {
    const client = createGenericClient();
    fetched.mockImplementation(async () => Response.json({ a: 1 }));
    expect(await client.json("/x", { query: { a: [1, 2] } })).toEqual({ a: 1 });
    expect(fetched.mock.calls[0]?.[0]).toBe("/x?a=1%2C2");
    expect(await client.text("/x")).toBe('{"a":1}');
    expect(await (await client.blob("/x")).text()).toBe('{"a":1}');
  });

  it("fails with the answer's text, through the failure interceptors", async () => {
    const client = createGenericClient();
    const seen: string[] = [];
    client.interceptors.failure.push((error) => {
      seen.push(error.message);
      return error;
    });
    fetched.mockResolvedValue(new Response("quota used up", { status: 402 }));
    expect(await failureOf(client.json("/x"))).toMatchObject({ code: 402, message: "quota used up" });
    expect(seen).toEqual(["quota used up"]);
  });

  it.each([
    ["10,000 ms by default", createGenericClient(), {}, 10_000],
    ["the client's own", createGenericClient({ timeoutMs: 3000 }), {}, 3000],
    ["the request's", createGenericClient(), { timeoutMs: 500 }, 500],
  ])("aborts after the time-out: %s", async (_name, client, options, timeout) => {
    jest.useFakeTimers();
    fetched.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        }),
    );
    const failed = failureOf(client.text("/slow", options));
    await jest.advanceTimersByTimeAsync(timeout - 1);
    expect(fetched.mock.calls[0]?.[1].signal?.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await failed).toMatchObject({ reason: "timeout" });
  });
});
