import { api } from "@/lib/client/api-client";
import { ApiError } from "@/lib/client/api-error";
import { type Attachments, attachmentsOf, fileParts } from "@/lib/features/chat/attachments";
import type { ChatFileDto } from "@/lib/features/chat/dto";

jest.mock("@/lib/client/api-client", () => ({
  api: { upload: jest.fn(), get: jest.fn(), post: jest.fn(), delete: jest.fn(async () => undefined) },
}));

const MB = 1024 ** 2;
const upload = jest.mocked(api.upload);
const read = jest.mocked(api.get);
const remove = jest.mocked(api.delete);
let drafts = 0;

const begin = (limits = { files: 10, bytes: 20 * MB }): Attachments => {
  drafts += 1;
  return attachmentsOf(`draft ${drafts}`, limits);
};
function file(name: string, size = 10, lastModified = 1): File {
  const made = new File([new Uint8Array(1)], name, { lastModified });
  Object.defineProperty(made, "size", { value: size });
  return made;
}
const stored = (id: string, more: Partial<ChatFileDto> = {}) =>
  ({
    id,
    name: `${id}.txt`,
    type: "text/plain",
    size: 10,
    versionId: `v${id}`,
    format: "txt",
    sha256: id,
    state: "ready",
    ...more,
  }) as ChatFileDto;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const kinds = (store: Attachments) =>
  store.snapshot().map(({ state }) => (state.kind === "refused" ? state.reason : state.kind));

beforeEach(() => {
  jest.clearAllMocks();
  upload.mockImplementation((_path, form) => Promise.resolve(stored(form.file.name) as never));
});

describe("files on their way into a question", () => {
  it("are refused for type, size, emptiness and as duplicates before anything is sent; the rest goes", async () => {
    const store = begin();
    store.add([
      file("run.exe"),
      file("brief.doc"),
      file("empty.txt", 0),
      file("big.pdf", 20 * MB + 1),
      file("whole.pdf", 20 * MB),
    ]);
    store.add([file("whole.pdf", 20 * MB)]);
    expect(kinds(store)).toEqual(["type", "old", "empty", "size", "sending", "duplicate"]);
    await settled();
    expect(kinds(store)).toEqual(["type", "old", "empty", "size", "ready", "duplicate"]);
    expect(upload).toHaveBeenCalledTimes(1);
  });

  it("are ten at most; the eleventh fits once another is taken out", async () => {
    const store = begin();
    store.add(Array.from({ length: 11 }, (_, index) => file(`${index}.txt`)));
    const last = store.snapshot()[10]!;
    expect(last.state).toMatchObject({ kind: "refused", reason: "many", canRetry: true });
    for (let turn = 0; turn < 12; turn++) await settled();
    await store.retry(last.key);
    expect(kinds(store)[10]).toBe("many");
    store.remove(store.snapshot()[0]!.key);
    expect(remove).toHaveBeenCalledWith("/chat/files/0.txt");
    await store.retry(last.key);
    await settled();
    expect(kinds(store)).toEqual(Array(10).fill("ready"));
  });

  it("are bounded together when they are pictures", () => {
    const store = begin();
    store.add([file("a.png", 12 * MB), file("b.jpg", 9 * MB), file("c.png", 8 * MB)]);
    expect(kinds(store)).toEqual(["sending", "pictures", "sending"]);
  });

  it("are the same bytes only once, whatever their name; the second copy is not kept on the server", async () => {
    upload.mockResolvedValueOnce(stored("one", { sha256: "x" }) as never);
    upload.mockResolvedValueOnce(stored("two", { sha256: "x" }) as never);
    const store = begin();
    store.add([file("one.txt"), file("two.txt")]);
    await settled();
    expect(kinds(store)).toEqual(["ready", "duplicate"]);
    expect(remove).toHaveBeenCalledWith("/chat/files/two");
  });

  it("say the server's refusal, and can be sent again when the connection was lost", async () => {
    upload.mockRejectedValueOnce(new ApiError({ code: 422, message: "A scan" } as never));
    upload.mockRejectedValueOnce(new TypeError("network"));
    const store = begin();
    store.add([file("scan.pdf"), file("lost.txt")]);
    await settled();
    const [, lost] = store.snapshot();
    expect(lost!.state).toMatchObject({ kind: "refused", reason: "failed", canRetry: true });
    await store.retry(lost!.key);
    await settled();
    expect(kinds(store)).toEqual(["failed", "ready"]);
  });

  it("are asked for until they are read; one that went away meanwhile is no part of the question", async () => {
    jest.useFakeTimers({ doNotFake: ["setImmediate"] });
    try {
      upload.mockImplementation((_path, form) =>
        Promise.resolve(stored(form.file.name, { state: "reading", progress: 1 }) as never),
      );
      const store = begin();
      store.add([file("a"), file("a.txt"), file("b.txt")]);
      await settled();
      expect(kinds(store)).toEqual(["type", "reading", "reading"]);
      read.mockResolvedValueOnce({ items: [stored("a.txt", { state: "reading" }), stored("b.txt")] } as never);
      await jest.advanceTimersByTimeAsync(1000);
      expect(kinds(store)).toEqual(["type", "reading", "ready"]);
      read.mockRejectedValueOnce(new TypeError("network"));
      await jest.advanceTimersByTimeAsync(1000);
      read.mockResolvedValueOnce({ items: [] } as never);
      await jest.advanceTimersByTimeAsync(1000);
      expect(kinds(store)).toEqual(["type", "gone", "ready"]);
    } finally {
      jest.useRealTimers();
    }
  });

  it("go along when they are ready, and are back when the question is refused", async () => {
    const store = begin();
    store.add([file("a.txt"), file("run.exe")]);
    await settled();
    const taken = store.take();
    expect(store.snapshot()).toEqual([]);
    expect(fileParts(taken)).toEqual([
      { type: "file", fileId: "a.txt", name: "a.txt.txt", mediaType: "text/plain", size: 10, versionId: "va.txt" },
    ]);
    store.putBack(taken);
    expect(kinds(store)).toEqual(["ready"]);
  });
});
