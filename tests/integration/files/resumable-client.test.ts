import { randomBytes } from "node:crypto";
import { GET as fileRoute } from "@/app/api/files/[id]/route";
import { POST as filesRoute } from "@/app/api/files/route";
import { DELETE, GET, PATCH } from "@/app/api/files/uploads/[id]/route";
import { POST } from "@/app/api/files/uploads/route";
import { closeDatabase } from "@/db/client";
import { ApiError, RequestCancelled } from "@/lib/client/api-error";
import { setCurrentPerson } from "@/lib/client/person";
import { sendInPieces } from "@/lib/client/resumable-upload";
import { clearUnfinishedUploads } from "@/lib/client/unfinished-uploads";
import { UPLOAD_PIECE } from "@/lib/config/constants";
import type { UploadedFile } from "@/lib/files/dto";
import { answer, call } from "@/tests/factories/call";
import { sha256 } from "@/tests/factories/files";
import { makePerson, type Person } from "@/tests/factories/people";
import { stateOf } from "@/tests/factories/resumable";

/*
 * The browser's half against the real calls: only the network between them is played. What a browser adds (a File from a
 * picker, XMLHttpRequest) is outside of it.
 */

const MB = 1024 ** 2;
const HANDLERS = { POST, HEAD: GET, PATCH, DELETE };

type Fault = (method: string, count: number, body: Blob | null) => Response | "lost" | { after: number } | undefined;

let owner: Person;
let other: Person;
let asked: string[];
let sentBytes: number;
let stored: Map<string, string>;

beforeAll(async () => {
  [owner, other] = [await makePerson(), await makePerson()];
});
beforeEach(() => {
  [asked, sentBytes, stored] = [[], 0, new Map()];
  const localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  };
  Object.defineProperty(globalThis, "window", { configurable: true, value: { localStorage } });
});
afterEach(() => Reflect.deleteProperty(globalThis, "window"));
afterAll(closeDatabase);

/** The network: carries calls to the handlers, and loses what a fault says. */
function network(fault: Fault = () => undefined) {
  return (onProgress: (share: number) => void): typeof fetch =>
    async (url, init = {}) => {
      const method = (init.method ?? "GET") as keyof typeof HANDLERS;
      const body = (init.body ?? null) as Blob | null;
      asked.push(method);
      const what = fault(method, asked.filter((name) => name === method).length, body);
      if (what instanceof Response) return what;
      if (what === "lost") throw new TypeError("network");
      const id = String(url).split("/").at(-1) ?? "";
      const headers = Object.fromEntries(new Headers(init.headers));
      const raw = what && body ? cutStream(body, what.after) : body;
      sentBytes += what ? what.after : (body?.size ?? 0);
      const response = await call(HANDLERS[method], {
        method,
        headers,
        params: { id },
        ...(raw ? { raw } : {}),
      });
      if (what) throw new TypeError("network");
      onProgress(1);
      return response;
    };
}

/** A body whose connection is lost after so many bytes. */
function cutStream(body: Blob, after: number): ReadableStream {
  let isSent = false;
  return new ReadableStream({
    async pull(controller) {
      if (isSent) {
        await new Promise((resolve) => setTimeout(resolve, 150));
        return controller.error(new Error("ECONNRESET"));
      }
      isSent = true;
      controller.enqueue(new Uint8Array(await body.slice(0, after).arrayBuffer()));
    },
  });
}

interface Send {
  person?: Person;
  fault?: Fault;
  retryDelays?: number[];
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
  purpose?: "general" | "chat";
}

function send(file: File, { person = owner, fault, retryDelays = [1, 1, 1], purpose = "general", ...more }: Send = {}) {
  setCurrentPerson(person.id);
  return sendInPieces({
    file,
    purpose,
    retryDelays,
    endpoint: "http://product.test/api/files/uploads",
    headers: () => new Headers({ authorization: person.token }),
    failureOf: (code, text) => new ApiError({ code, ...(JSON.parse(text) as { message: string; data: unknown }) }),
    send: network(fault),
    ...more,
  });
}

const large = (size = 2 * UPLOAD_PIECE + MB) => new File([randomBytes(size)], "large.bin", { lastModified: 1 });

async function assertArrived(file: File, uploadId: string): Promise<void> {
  const { data } = await answer<UploadedFile>(filesRoute, {
    token: owner.token,
    body: { uploadId, filename: file.name },
  });
  const response = await call(fileRoute, { token: owner.token, params: { id: data!.id } });
  const [is, was] = [await response.arrayBuffer(), await file.arrayBuffer()];
  expect(sha256(new Uint8Array(is))).toBe(sha256(new Uint8Array(was)));
}

const refusal = (code: number) => Response.json({ code, data: null, message: "" }, { status: code });
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a large file", () => {
  it("goes up in pieces and tells how far it is", async () => {
    const file = large();
    const shares: number[] = [];
    const { uploadId } = await send(file, { onProgress: (share) => shares.push(share) });
    expect(asked).toEqual(["POST", "PATCH", "PATCH", "PATCH"]);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    await assertArrived(file, uploadId);
  });

  it("goes on by itself where a connection was lost, and sends little twice", async () => {
    const file = large();
    const lostOnce: Fault = (method, count) => (method === "PATCH" && count === 2 ? { after: 5 * MB } : undefined);
    const { uploadId } = await send(file, { fault: lostOnce });
    expect(asked.filter((method) => method === "POST")).toHaveLength(1);
    expect(sentBytes - file.size).toBeLessThan(2 * MB);
    await assertArrived(file, uploadId);
  });

  it("waits while the server is away, and never begins anew for that", async () => {
    const file = large();
    const away: Fault = (method, count) => {
      if (method === "PATCH" && count === 2) return "lost";
      if (method === "HEAD" && count === 1) return "lost";
      return method === "HEAD" && count === 2 ? new Response(null, { status: 503 }) : undefined;
    };
    const { uploadId } = await send(file, { fault: away });
    expect(asked.filter((method) => method === "POST")).toHaveLength(1);
    await assertArrived(file, uploadId);
  });

  it("goes on after a reload when the same person chooses it again; for another person it begins anew", async () => {
    const file = large();
    const gone: Fault = (method, count) => (method === "PATCH" && count > 1 ? "lost" : undefined);
    expect(await failureOf(send(file, { fault: gone, retryDelays: [] }))).toMatchObject({ code: 0, reason: "network" });
    expect([...stored.keys()]).toEqual(["unfinished-uploads"]);

    asked = [];
    const theirs = await send(file, { person: other });
    expect(asked[0]).toBe("POST");
    expect((await stateOf(owner.token, theirs.uploadId)).status).toBe(404);

    [asked, sentBytes] = [[], 0];
    const { uploadId, forget } = await send(file);
    expect(asked).toEqual(["HEAD", "PATCH", "PATCH"]);
    expect(sentBytes).toBe(file.size - UPLOAD_PIECE);
    await assertArrived(file, uploadId);
    forget();
    theirs.forget();
    expect(stored.size).toBe(0);
  });

  it("chosen twice in one window goes up twice: neither disturbs the other", async () => {
    const file = large(9 * MB);
    const [one, two] = await Promise.all([send(file), send(file)]);
    expect(one.uploadId).not.toBe(two.uploadId);
    await assertArrived(file, one.uploadId);
    await assertArrived(file, two.uploadId);
  });

  it("begins anew when the server has forgotten it", async () => {
    const file = large(9 * MB);
    const first = await send(file);
    await assertArrived(file, first.uploadId);
    asked = [];
    const second = await send(file);
    expect(asked).toEqual(["HEAD", "POST", "PATCH", "PATCH"]);
    expect(second.uploadId).not.toBe(first.uploadId);
  });

  it("is not begun anew for ever where every piece meets a server that knows nothing of it", async () => {
    const elsewhere: Fault = (method) => (method === "PATCH" ? refusal(404) : undefined);
    const retryDelays = Array(20).fill(1);
    expect(await failureOf(send(large(), { fault: elsewhere, retryDelays }))).toMatchObject({ code: 404 });
    expect(asked.filter((method) => method === "PATCH")).toHaveLength(3);
  });

  it("is refused in the server's words, once", async () => {
    const error = await failureOf(send(large(21 * MB), { purpose: "chat" }));
    expect(error).toMatchObject({
      code: 413,
      data: { error: "fileTooLarge" },
      message: expect.stringContaining("20 MB"),
    });
    expect(asked).toEqual(["POST"]);
  });

  it("is not tried again for somebody who is signed out", async () => {
    const out: Fault = (method) => (method === "PATCH" ? refusal(401) : undefined);
    expect(await failureOf(send(large(), { fault: out }))).toMatchObject({ code: 401 });
    expect(asked).toEqual(["POST", "PATCH"]);
  });

  it("that is given up goes from the server too", async () => {
    const abort = new AbortController();
    let uploadId = "";
    const failure = await failureOf(
      send(large(), {
        signal: abort.signal,
        fault: (method, count) => {
          if (method === "PATCH" && count === 2) {
            const [kept] = JSON.parse(stored.get("unfinished-uploads") ?? "[]") as { url: string }[];
            uploadId = kept?.url.split("/").at(-1) ?? "";
            abort.abort();
          }
          return undefined;
        },
      }),
    );
    expect(failure).toBeInstanceOf(RequestCancelled);
    for (let turn = 0; turn < 50 && (await stateOf(owner.token, uploadId)).status === 200; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await stateOf(owner.token, uploadId)).status).toBe(404);
    expect(stored.size).toBe(0);
  }, 15_000);

  it("leaves nothing for the next person of a browser who logs in after leaving", async () => {
    await send(large(9 * MB));
    expect(stored.size).toBe(1);
    clearUnfinishedUploads();
    expect(stored.size).toBe(0);
  });
});
