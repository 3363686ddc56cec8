import { createApiClient } from "@/lib/client/api-client";
import { ApiError, RequestCancelled } from "@/lib/client/api-error";
import { toUploadForm } from "@/lib/client/upload";

const envelope = (data: unknown, code = 200, message = "") => Response.json({ code, data, message }, { status: code });

type FetchCall = [url: string, init: RequestInit & { headers: Headers }];

const fetched = jest.fn<Promise<Response>, FetchCall>();
const calls = () => fetched.mock.calls;
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** A fetch that is answered only by being aborted. */
const hang = (_url: string, init: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });

let stored: Record<string, string>;

beforeEach(() => {
  stored = { token: "secret-token" };
  fetched.mockReset();
  globalThis.fetch = fetched as unknown as typeof fetch;
  Object.defineProperty(globalThis, "window", {
    configurable: true,
    value: { localStorage: { getItem: (name: string) => stored[name] ?? null }, addEventListener: () => undefined },
  });
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, "window");
  jest.useRealTimers();
});

describe("requests", () => {
  const api = createApiClient();

  it("GET carries base path, merged query, token and cross-origin mode", async () => {
    fetched.mockResolvedValue(envelope({ items: [] }));
    expect(await api.get("/things", { query: { ids: [1, 2], keyword: undefined } })).toEqual({ items: [] });
    const [url, init] = calls()[0]!;
    expect(url).toBe("/api/things?ids=1%2C2");
    expect(init.method).toBe("GET");
    expect(init.mode).toBe("cors");
    expect(init.headers.get("Accept")).toBe("application/json");
    expect(init.headers.get("Authorization")).toBe("secret-token");
    expect(init.body).toBeUndefined();
  });

  it("says when nobody has touched the browser for a minute", async () => {
    fetched.mockImplementation(async () => envelope(null));
    await api.get("/things");
    expect(calls()[0]![1].headers.has("X-Unattended")).toBe(false);
    jest.useFakeTimers({ now: Date.now() + 61_000 });
    await api.get("/things");
    expect(calls()[1]![1].headers.has("X-Unattended")).toBe(true);
  });

  it("sends no Authorization without a token", async () => {
    stored = {};
    fetched.mockResolvedValue(envelope(null));
    await api.get("/things");
    expect(calls()[0]![1].headers.has("Authorization")).toBe(false);
  });

  it("POST sends JSON", async () => {
    fetched.mockResolvedValue(envelope({ id: "1" }));
    await api.post("/things", { name: "知识" });
    const [, init] = calls()[0]!;
    expect(init.method).toBe("POST");
    expect(init.headers.get("Content-Type")).toBe("application/json");
    expect(init.body).toBe('{"name":"知识"}');
  });

  it("checks the answer with the given parser", async () => {
    fetched.mockResolvedValue(envelope("4"));
    expect(await api.get("/count", { parse: { parse: Number } })).toBe(4);
  });

  it("upload names the file, adds fields, and appends files once per entry", async () => {
    const [main, one, two] = ["main", "one", "two"].map((name) => new File([name], `${name}.pdf`));
    const form = toUploadForm({
      file: main!,
      fields: { purpose: "chat", skip: undefined, part: 2 },
      files: [one!, two!],
    });
    expect([...form.keys()]).toEqual(["file", "filename", "purpose", "part", "files", "files"]);
    expect(form.get("filename")).toBe("main.pdf");
    expect(form.getAll("files").map((file) => (file as File).name)).toEqual(["one.pdf", "two.pdf"]);

    fetched.mockResolvedValue(envelope({ id: "f" }));
    await api.upload("/files", { file: main! });
    const [, init] = calls()[0]!;
    expect(init.body).toBeInstanceOf(FormData);
    expect(init.headers.has("Content-Type")).toBe(false); // the browser writes it, with the boundary
  });

  it("blob gives bytes and the server's file name, dropping undefined parameters", async () => {
    const headers = { "content-disposition": "attachment; filename*=UTF-8''%E6%8A%A5%E8%A1%A8.xlsx" };
    fetched.mockResolvedValue(new Response("bytes", { headers }));
    const answer = await api.blob("/export", { query: { from: "2026-01-01", to: undefined } });
    expect(await answer.blob.text()).toBe("bytes");
    expect(answer.filename).toBe("报表.xlsx");
    expect(calls()[0]![0]).toBe("/api/export?from=2026-01-01");
  });
});

describe("failures", () => {
  const api = createApiClient();

  it("throws the server's message and data for any code but 200", async () => {
    fetched.mockResolvedValue(envelope({ captchaRequired: true }, 400, "账号或密码不正确"));
    const error = await failureOf(api.post("/token/login-pw"));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 400,
      message: "账号或密码不正确",
      data: { captchaRequired: true },
      reason: null,
    });
  });

  it("tells a lost connection from an answer that cannot be read", async () => {
    fetched.mockRejectedValueOnce(new TypeError("fetch failed"));
    expect(await failureOf(api.get("/a"))).toMatchObject({ code: 0, reason: "network" });
    fetched.mockResolvedValueOnce(new Response("<html>", { status: 502 }));
    expect(await failureOf(api.get("/a"))).toMatchObject({ reason: "unreadable" });
  });

  it("reads the envelope of a refused blob", async () => {
    fetched.mockResolvedValue(envelope(null, 404, "内容不存在"));
    expect(await failureOf(api.blob("/file"))).toMatchObject({ code: 404, message: "内容不存在" });
  });

  it("logs a cancelled request and throws no ApiError", async () => {
    const debug = jest.spyOn(console, "debug").mockImplementation(() => undefined);
    fetched.mockImplementation(hang);
    const controller = new AbortController();
    const failed = failureOf(api.get("/slow", { query: { q: "private" }, signal: controller.signal }));
    controller.abort();
    expect(await failed).toBeInstanceOf(RequestCancelled);
    expect(debug).toHaveBeenCalledWith("request cancelled", "/api/slow");
  });

  it.each([
    ["by default", {}, 120_000],
    ["of the call", { timeoutMs: 5000 }, 5000],
  ])("aborts after the time-out %s", async (_name, options, timeout) => {
    jest.useFakeTimers();
    fetched.mockImplementation(hang);
    const failed = failureOf(api.get("/slow", options));
    await jest.advanceTimersByTimeAsync(timeout - 1);
    expect(calls()[0]![1].signal?.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await failed).toMatchObject({ reason: "timeout" });
  });
});

describe("interceptors", () => {
  it("pass requests, responses and failures", async () => {
    const api = createApiClient();
    api.interceptors.request.push((request) => {
      request.init.headers.set("x-area", "chat");
      return request;
    });
    const seen: number[] = [];
    api.interceptors.response.push((response) => {
      seen.push(response.status);
      return response;
    });
    api.interceptors.failure.push((error) => new Error(`seen: ${error.message}`));
    fetched.mockResolvedValueOnce(envelope(1)).mockResolvedValueOnce(envelope(null, 409, "冲突"));
    expect(await api.get("/a")).toBe(1);
    expect(await failureOf(api.get("/a"))).toMatchObject({ message: "seen: 冲突" });
    expect(calls()[0]![1].headers.get("x-area")).toBe("chat");
    expect(seen).toEqual([200, 409]);
  });
});

describe("streams", () => {
  const api = createApiClient();

  const open = () => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
    });
    const send = (text: string) => controller?.enqueue(new TextEncoder().encode(text));
    return { body, send, close: () => controller?.close(), fail: (error: Error) => controller?.error(error) };
  };
  const ndjson = (body: ReadableStream) => new Response(body, { headers: { "content-type": "application/x-ndjson" } });

  it("POST passes each complete line on as it arrives", async () => {
    const stream = open();
    fetched.mockResolvedValue(ndjson(stream.body));
    const lines = api.streamPost<{ n: number }>("/answer", { text: "问" });
    stream.send('{"n":1}\n{"n"');
    expect((await lines.next()).value).toEqual({ n: 1 });
    stream.send(":2}\n");
    expect((await lines.next()).value).toEqual({ n: 2 });
    stream.close();
    expect((await lines.next()).done).toBe(true);
    expect(calls()[0]![1]).toMatchObject({ method: "POST", body: '{"text":"问"}' });
  });

  it("GET takes a query", async () => {
    const stream = open();
    fetched.mockResolvedValue(ndjson(stream.body));
    const lines = api.streamGet("/runs/1/stream", { query: { after: 3 } });
    stream.send('{"n":4}\n');
    expect((await lines.next()).value).toEqual({ n: 4 });
    expect(calls()[0]![0]).toBe("/api/runs/1/stream?after=3");
    await lines.return();
  });

  it("throws the envelope's failure when no stream came", async () => {
    fetched.mockResolvedValue(envelope(null, 429, "今日额度已用完"));
    expect(await failureOf(api.streamPost("/answer", {}).next())).toMatchObject({
      code: 429,
      message: "今日额度已用完",
    });
  });

  it("counts idle time only: every chunk, a heartbeat too, starts the time-out anew", async () => {
    jest.useFakeTimers();
    const stream = open();
    fetched.mockImplementation(async (_url, init) => {
      init.signal?.addEventListener("abort", () => stream.fail(new DOMException("aborted", "AbortError")));
      return ndjson(stream.body);
    });
    const lines = api.streamPost("/answer", {});
    const first = lines.next();
    await jest.advanceTimersByTimeAsync(119_000);
    stream.send("\n");
    await jest.advanceTimersByTimeAsync(119_000);
    stream.send('{"n":1}\n');
    expect((await first).value).toEqual({ n: 1 });
    const failed = failureOf(lines.next());
    await jest.advanceTimersByTimeAsync(119_999);
    expect(calls()[0]![1].signal?.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await failed).toMatchObject({ reason: "timeout" });
  });
});
