import { api } from "@/lib/client/api-client";
import { ApiError } from "@/lib/client/api-error";
import type { DocumentDto } from "@/lib/features/documents/dto";
import { Uploads } from "@/lib/features/documents/uploads";

jest.mock("@/lib/client/api-client", () => ({ api: { upload: jest.fn() } }));

const upload = jest.mocked(api.upload);
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name);
const stored = (id: string) => ({ id }) as DocumentDto;

/** The answers a test gives by hand, in the order the files went out. */
function manual() {
  const open: { name: string; resolve: (document: DocumentDto) => void; reject: (error: unknown) => void }[] = [];
  upload.mockImplementation(
    (_path, form) =>
      new Promise((resolve, reject) => {
        open.push({ name: form.file.name, resolve: resolve as never, reject });
      }),
  );
  return open;
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const kinds = (uploads: Uploads) => uploads.snapshot().map(({ state }) => state.kind);

beforeEach(() => upload.mockReset());

describe("uploads of documents", () => {
  it("refuses wrong types, empty and too large files without sending them, and sends the rest", async () => {
    const open = manual();
    const uploads = new Uploads(() => undefined);
    const big = file("big.pdf", 1);
    Object.defineProperty(big, "size", { value: 20 * 1024 ** 2 + 1 });
    const whole = file("whole.pdf", 1);
    Object.defineProperty(whole, "size", { value: 20 * 1024 ** 2 });
    uploads.addTo([file("run.exe"), file("brief.doc"), file("book.XLSM"), file("empty.txt", 0), big, whole], null);
    expect(uploads.snapshot().map(({ state }) => ("reason" in state ? state.reason : state.kind))).toEqual([
      "type",
      "old",
      "sending",
      "empty",
      "size",
      "sending",
    ]);
    expect(open.map(({ name }) => name)).toEqual(["book.XLSM", "whole.pdf"]);
  });

  it("takes ten at once; the eleventh can be tried again", () => {
    manual();
    const uploads = new Uploads(() => undefined);
    uploads.addTo(
      Array.from({ length: 11 }, (_, index) => file(`${index}.txt`)),
      null,
    );
    expect(uploads.snapshot()[10]?.state).toMatchObject({ kind: "refused", reason: "many", canRetry: true });
    expect(uploads.snapshot().filter(({ state }) => state.kind === "refused")).toHaveLength(1);
  });

  it("sends two at a time, and the next when one is done", async () => {
    const open = manual();
    const heard: string[] = [];
    const uploads = new Uploads(({ id }) => heard.push(id));
    uploads.addTo([file("a.txt"), file("b.txt"), file("c.txt")], null);
    expect(open.map(({ name }) => name)).toEqual(["a.txt", "b.txt"]);
    open[0]?.resolve(stored("1"));
    await settled();
    expect(open.map(({ name }) => name)).toEqual(["a.txt", "b.txt", "c.txt"]);
    expect(heard).toEqual(["1"]);
    expect(kinds(uploads)).toEqual(["stored", "sending", "sending"]);
  });

  it("tells a duplicate with the document that exists; one refusal stops no other", async () => {
    const open = manual();
    const uploads = new Uploads(() => undefined);
    uploads.addTo([file("a.txt"), file("b.txt"), file("c.txt")], null);
    open[0]?.reject(new ApiError({ code: 409, message: "exists", data: { documentId: "d1" } }));
    open[1]?.reject(new ApiError({ code: 422, message: "It has a password" }));
    await settled();
    expect(uploads.snapshot().map(({ state }) => state)).toEqual([
      { kind: "duplicate", existingId: "d1" },
      { kind: "refused", reason: "failed", message: "It has a password", canRetry: false },
      expect.objectContaining({ kind: "sending" }),
    ]);
  });

  it("offers another try after a lost connection, and sends the file again", async () => {
    const open = manual();
    const uploads = new Uploads(() => undefined);
    uploads.addTo([file("a.txt")], null);
    open[0]?.reject(new ApiError({ code: 0, reason: "network" }));
    await settled();
    const [lost] = uploads.snapshot();
    expect(lost?.state).toMatchObject({ kind: "refused", canRetry: true });
    uploads.retry(lost?.id ?? 0);
    expect(open).toHaveLength(2);
  });

  it("puts files into the folder in view and forgets what is finished on demand", async () => {
    const open = manual();
    const uploads = new Uploads(() => undefined);
    uploads.addTo([file("a.txt"), file("b.txt")], "f1");
    expect(upload.mock.calls[0]?.[1].fields).toEqual({ folderId: "f1" });
    open[0]?.resolve(stored("1"));
    await settled();
    uploads.clear();
    expect(kinds(uploads)).toEqual(["sending"]);
  });
});
