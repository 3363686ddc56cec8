import { createApiClient } from "@/lib/client/api-client";
import { ApiError } from "@/lib/client/api-error";
import { sendInPieces } from "@/lib/client/resumable-upload";
import { RESUMABLE_FROM } from "@/lib/config/constants";

jest.mock("@/lib/client/resumable-upload", () => ({ sendInPieces: jest.fn() }));

const pieces = jest.mocked(sendInPieces);
const fetched = jest.fn<Promise<Response>, [url: string, init: RequestInit & { headers: Headers }]>();
const forget = jest.fn();
const api = createApiClient();

const envelope = (data: unknown, code = 200) => Response.json({ code, data, message: "" }, { status: code });
function file(size: number): File {
  const made = new File(["x"], "数据.pdf");
  Object.defineProperty(made, "size", { value: size });
  return made;
}
const large = () => file(RESUMABLE_FROM + 1);
const sent = (call = 0) => JSON.parse(String(fetched.mock.calls[call]?.[1].body)) as object;
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

beforeEach(() => {
  jest.resetAllMocks();
  pieces.mockResolvedValue({ uploadId: "u1", forget });
  fetched.mockImplementation(async () => envelope({ id: "f" }));
  globalThis.fetch = fetched as unknown as typeof fetch;
  Object.defineProperty(globalThis, "window", {
    configurable: true,
    value: {
      localStorage: { getItem: () => "token" },
      addEventListener: () => undefined,
      location: { href: "http://product.test/personal/chat" },
    },
  });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, "window");
  jest.useRealTimers();
});

describe("an upload", () => {
  it("of 8 MB is a form; one byte more goes up in pieces first, then by its id with the form's fields", async () => {
    await api.upload("/documents", { file: file(RESUMABLE_FROM), resumable: "document" });
    expect(fetched.mock.calls[0]?.[1].body).toBeInstanceOf(FormData);
    expect(pieces).not.toHaveBeenCalled();

    const onProgress = jest.fn();
    const fields = { folderId: "d1", skip: undefined };
    expect(await api.upload("/documents", { file: large(), fields, resumable: "document" }, { onProgress })).toEqual({
      id: "f",
    });
    const [options] = pieces.mock.calls[0]!;
    expect(options).toMatchObject({
      purpose: "document",
      endpoint: "http://product.test/api/files/uploads",
      onProgress,
    });
    expect(options.headers().get("authorization")).toBe("token");
    expect(fetched.mock.calls[1]?.[0]).toBe("/api/documents");
    expect(sent(1)).toEqual({ uploadId: "u1", filename: "数据.pdf", folderId: "d1" });
    expect(forget).toHaveBeenCalledTimes(1);
  });

  it("is a form of any size where the call takes no pieces", async () => {
    await api.upload("/admin/org/imports", { file: large() });
    expect(fetched.mock.calls[0]?.[1].body).toBeInstanceOf(FormData);
    expect(pieces).not.toHaveBeenCalled();
  });

  it("asks again for an answer that was lost, and for one that is still being made", async () => {
    jest.useFakeTimers({ doNotFake: ["setImmediate"] });
    fetched.mockRejectedValueOnce(new TypeError("network"));
    fetched.mockResolvedValueOnce(envelope({ error: "uploadBusy" }, 409));
    const answer = api.upload("/chat/files", { file: large(), resumable: "chat" });
    await jest.advanceTimersByTimeAsync(30_000);
    expect(await answer).toEqual({ id: "f" });
    expect([fetched.mock.calls.length, forget.mock.calls.length]).toEqual([3, 1]);
    expect(pieces).toHaveBeenCalledTimes(1);
  });

  it("goes as a form when no server knows its pieces: they lie at another one", async () => {
    pieces.mockRejectedValueOnce(new ApiError({ code: 404 }));
    expect(await api.upload("/chat/files", { file: large(), resumable: "chat" })).toEqual({ id: "f" });
    expect(fetched.mock.calls[0]?.[1].body).toBeInstanceOf(FormData);
    fetched.mockResolvedValueOnce(envelope({ error: "notFound" }, 404));
    expect(await api.upload("/chat/files", { file: large(), resumable: "chat" })).toEqual({ id: "f" });
    expect(fetched.mock.calls.slice(1).map(([, { body }]) => body instanceof FormData)).toEqual([false, true]);
    expect(forget).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["forgets the upload when the file is refused", 422, 1],
    ["keeps it when the disk is full", 507, 0],
    ["keeps it when the session has ended", 401, 0],
  ])("%s", async (_name, code, times) => {
    fetched.mockResolvedValueOnce(envelope({ error: "x" }, code));
    const error = await failureOf(api.upload("/chat/files", { file: large(), resumable: "chat" }));
    expect(error).toMatchObject({ code });
    expect(forget).toHaveBeenCalledTimes(times);
  });

  it("whose pieces are refused fails with the server's words", async () => {
    pieces.mockImplementationOnce(async ({ failureOf: toFailure }) => {
      throw toFailure(413, JSON.stringify({ code: 413, data: { error: "fileTooLarge" }, message: "文件过大" }));
    });
    const error = await failureOf(api.upload("/chat/files", { file: large(), resumable: "chat" }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 413, message: "文件过大" });
    pieces.mockImplementationOnce(async ({ failureOf: toFailure }) => {
      throw toFailure(502, "<html>");
    });
    expect(await failureOf(api.upload("/x", { file: large(), resumable: "chat" }))).toMatchObject({
      code: 502,
      reason: "unreadable",
    });
    expect(fetched).not.toHaveBeenCalled();
  });
});
