import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import { POST as uploadRoute } from "@/app/api/files/route";
import { closeDatabase } from "@/db/client";
import { answer, call } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
let fake: Awaited<ReturnType<typeof startModelServer>>;
let u1: Person;
let u2: Person;

beforeAll(async () => {
  fake = await startModelServer();
});
beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

async function upload(person: Person, bytes: Buffer, name: string): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), name);
  form.append("filename", name);
  const encoded = new Response(form);
  const response = await call(uploadRoute, {
    token: person.token,
    raw: await encoded.arrayBuffer(),
    headers: { "content-type": encoded.headers.get("content-type")! },
  });
  const { data } = (await response.json()) as { data: { id: string } };
  expect(response.status).toBe(200);
  return data.id;
}

async function ask(person: Person, modelId: string, fileIds: string[]): Promise<Response> {
  const { data } = await answer<{ id: string }>(createRoute, { token: person.token, body: {} });
  const body = { text: "What is this?", modelId, fileIds };
  return call(answerRoute, { token: person.token, params: { id: data!.id }, body });
}

const errorOf = async (response: Response) => ((await response.json()) as { data: { error: string } }).data.error;

describe("pictures in a question", () => {
  it("reach a model that sees as data, never as an address of ours", async () => {
    const modelId = await makeModel(fake.url, "fake-echo", { abilities: ["visual"] });
    const stream = await readStream(await ask(u1, modelId, [await upload(u1, PNG, "a.png")]));
    expect(stream.finish?.status).toBe("done");
    const sent = fake.state.requests.at(-1)!.body.messages.at(-1).content;
    expect(sent[0].image_url.url).toBe(`data:image/png;base64,${PNG.toString("base64")}`);
    expect(sent[1]).toEqual({ type: "text", text: "What is this?" });
  });

  it("are refused for a model that does not see, for other types, and for files of others", async () => {
    const blind = await makeModel(fake.url, "fake-echo");
    const sees = await makeModel(fake.url, "fake-echo", { abilities: ["visual"] });
    const picture = await upload(u1, PNG, "a.png");
    const before = fake.state.requests.length;
    expect(await errorOf(await ask(u1, blind, [picture]))).toBe("modelCannotSee");
    expect(await errorOf(await ask(u1, sees, [await upload(u1, Buffer.from("text"), "a.png")]))).toBe(
      "unsupportedMediaType",
    );
    expect(await errorOf(await ask(u2, sees, [picture]))).toBe("notFound");
    expect(fake.state.requests.length).toBe(before);
  });
});
