import { eq } from "drizzle-orm";
import OpenAI, { toFile } from "openai";
import { db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import { flushLedger } from "@/lib/models/ledger";
import { makeApiKey } from "@/tests/factories/api-keys";
import { type Door, openDoor } from "@/tests/factories/http-door";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let door: Door;
let person: Person;
let other: Person;
let client: OpenAI;
let keyId: string;

beforeAll(async () => {
  [fake, door, person, other] = [await startModelServer(), await openDoor(), await makePerson(), await makePerson()];
  const key = await makeApiKey(person);
  keyId = key.id;
  client = new OpenAI({ apiKey: key.secret, baseURL: `${door.url}/api/v1`, maxRetries: 0 });
});
afterAll(async () => {
  await door.close();
  await fake.close();
});

const ask = (content: string) => [{ role: "user" as const, content }];

async function ledger(modelId: string) {
  await flushLedger();
  return db().select().from(usageLedger).where(eq(usageLedger.modelId, modelId));
}

describe("the official openai client", () => {
  it("chats whole, and the ledger has the supplier's figures", async () => {
    const model = await makeModel(fake.url, "fake-echo");
    const answer = await client.chat.completions.create({ model, messages: ask("hello") });
    expect(answer.choices[0]).toMatchObject({ finish_reason: "stop", message: { content: "Echo: hello" } });
    const [row] = await ledger(model);
    expect(row).toMatchObject({
      userId: person.id,
      apiKeyId: keyId,
      app: "open-api",
      outcome: "done",
      estimated: false,
      inputTokens: answer.usage!.prompt_tokens,
      outputTokens: answer.usage!.completion_tokens,
    });
  });

  it("streams, with figures only where they are asked for", async () => {
    const model = await makeModel(fake.url, "fake-echo");
    for (const include_usage of [true, false]) {
      const stream = await client.chat.completions.create({
        model,
        messages: ask("hello"),
        stream: true,
        ...(include_usage ? { stream_options: { include_usage } } : {}),
      });
      let text = "";
      let figures = 0;
      let finish: string | null = null;
      for await (const chunk of stream) {
        text += chunk.choices[0]?.delta.content ?? "";
        finish = chunk.choices[0]?.finish_reason ?? finish;
        if (chunk.usage) figures++;
        if (!include_usage) expect(chunk.choices.length).toBeGreaterThan(0);
      }
      expect([text, finish, figures]).toEqual(["Echo: hello", "stop", include_usage ? 1 : 0]);
    }
    const rows = await ledger(model);
    expect(rows).toHaveLength(2);
    expect(rows.every((row) => row.outcome === "done" && !row.estimated && row.firstTokenMs !== null)).toBe(true);
  });

  it("calls tools, streamed and whole", async () => {
    const model = await makeModel(fake.url, "fake-tools", { abilities: ["tool_call"] });
    const tools = [
      { type: "function" as const, function: { name: "clock", parameters: { type: "object", properties: {} } } },
    ];
    const whole = await client.chat.completions.create({ model, messages: ask("time?"), tools });
    expect(whole.choices[0]!.message.tool_calls![0]).toMatchObject({
      function: { name: "clock", arguments: '{"zone":"UTC"}' },
    });
    const runner = client.chat.completions.stream({ model, messages: ask("time?"), tools });
    const final = await runner.finalChatCompletion();
    expect(final.choices[0]!.message.tool_calls![0]).toMatchObject({ function: { name: "clock" } });
  });

  it("embeds", async () => {
    const model = await makeModel(fake.url, "fake-embedding", { type: "vector" });
    const { data, usage } = await client.embeddings.create({ model, input: ["one", "two"] });
    expect(data).toHaveLength(2);
    expect(data[0]!.embedding.length).toBeGreaterThan(1);
    expect(data[0]!.embedding.every((value) => typeof value === "number" && Number.isFinite(value))).toBe(true);
    const [row] = await ledger(model);
    expect(row).toMatchObject({ inputTokens: usage.prompt_tokens, countedTokens: 0, outcome: "done" });
  });

  it("draws and changes pictures", async () => {
    const model = await makeModel(fake.url, "fake-image", { type: "image" });
    const drawn = await client.images.generate({ model, prompt: "a lake", n: 2 });
    expect(drawn.data).toHaveLength(2);
    const png = Buffer.from(drawn.data![0]!.b64_json!, "base64");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    const edited = await client.images.edit({
      model,
      prompt: "at night",
      image: await toFile(png, "a.png", { type: "image/png" }),
    });
    expect(edited.data![0]!.b64_json).toBeTruthy();
    const rows = await ledger(model);
    expect(rows.map((row) => row.images).sort()).toEqual([1, 2]);
  });

  it("speaks and writes down", async () => {
    const voice = await makeModel(fake.url, "fake-speech", { type: "speech" });
    const sound = await client.audio.speech.create({ model: voice, voice: "alloy", input: "你好，world" });
    const bytes = Buffer.from(await sound.arrayBuffer());
    expect(bytes.length).toBeGreaterThan(0);
    expect((await ledger(voice))[0]).toMatchObject({ characters: 8, outcome: "done" });
    const ear = await makeModel(fake.url, "fake-transcription", { type: "transcription" });
    const file = await toFile(bytes, "a.mp3", { type: "audio/mpeg" });
    const { text } = await client.audio.transcriptions.create({ model: ear, file });
    expect(text.length).toBeGreaterThan(0);
    const verbose = await client.audio.transcriptions.create({ model: ear, file, response_format: "verbose_json" });
    expect(verbose.segments!.length).toBeGreaterThan(0);
  });

  it("lists the models the key may use, by name, and finds one", async () => {
    const model = await makeModel(fake.url, "fake-echo");
    const listed = [];
    for await (const entry of client.models.list()) listed.push(entry.id);
    const own = listed.find((id) => id.startsWith("fake-echo"))!;
    expect(await client.models.retrieve(own)).toMatchObject({ id: own, object: "model" });
    const narrow = await makeApiKey(other, { modelIds: [model] });
    const theirs = new OpenAI({ apiKey: narrow.secret, baseURL: `${door.url}/api/v1`, maxRetries: 0 });
    expect((await theirs.models.list()).data).toHaveLength(1);
    const foreign = await makeModel(fake.url, "fake-echo");
    await expect(theirs.chat.completions.create({ model: foreign, messages: ask("x") })).rejects.toMatchObject({
      status: 404,
      code: "model_not_found",
    });
  });

  it.each([
    ["fake-401", 503, "supplierUnauthorized"],
    ["fake-429", 503, "supplierBusy"],
    ["fake-500", 503, "supplierError"],
    ["fake-context", 400, "context_length_exceeded"],
  ])("hears of %s as %i, without the supplier's secrets", async (behaviour, status, code) => {
    const model = await makeModel(fake.url, behaviour);
    const error = await client.chat.completions.create({ model, messages: ask("x") }).catch((cause) => cause);
    expect(error).toMatchObject({ status, code });
    expect(JSON.stringify(error.error)).not.toMatch(/canary|internal-host|app\.py/);
  });

  it.each(["fake-cut", "fake-reset", "fake-error-chunk"])(
    "%s in mid-stream ends with an error, not in silence",
    async (behaviour) => {
      const model = await makeModel(fake.url, behaviour);
      const stream = await client.chat.completions.create({ model, messages: ask("x"), stream: true });
      const read = async () => {
        for await (const _chunk of stream);
      };
      await expect(read()).rejects.toThrow();
      const [row] = await ledger(model);
      expect(row).toMatchObject({ outcome: "interrupted", estimated: true });
      expect(row!.outputTokens).toBeGreaterThan(0);
    },
  );

  it("leaves: the supplier's connection closes at once and what was said is counted", async () => {
    const model = await makeModel(fake.url, "fake-slow");
    const before = fake.state.aborted;
    const leaving = new AbortController();
    const stream = await client.chat.completions.create(
      { model, messages: ask("x"), stream: true },
      { signal: leaving.signal },
    );
    let chunks = 0;
    await (async () => {
      for await (const _chunk of stream) if (++chunks === 5) leaving.abort();
    })().catch(() => undefined);
    const started = Date.now();
    while (fake.state.aborted === before && Date.now() - started < 3000) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(fake.state.aborted).toBe(before + 1);
    const [row] = await ledger(model);
    expect(row).toMatchObject({ outcome: "stopped" });
    expect(row!.outputTokens).toBeGreaterThanOrEqual(5);
  });
});

describe("a key", () => {
  const withKey = (apiKey: string, from = door) =>
    new OpenAI({ apiKey, baseURL: `${from.url}/api/v1`, maxRetries: 0 }).models.list();

  it("that is wrong, off, expired, a session's token or of a disabled person is refused", async () => {
    const off = await makeApiKey(person, { status: "disabled" });
    const old = await makeApiKey(person, { expiresAt: new Date(Date.now() - 1000) });
    for (const secret of ["sk-nothing", off.secret, old.secret, person.token]) {
      await expect(withKey(secret)).rejects.toMatchObject({ status: 401, code: "invalid_api_key" });
    }
  });

  it("opens no other door", async () => {
    const { secret } = await makeApiKey(person);
    const response = await fetch(`${door.url}/api/chat/sessions`, { headers: { authorization: `Bearer ${secret}` } });
    expect(response.status).toBe(401);
  });

  it("holds to its scopes, addresses and rate", async () => {
    const narrow = await makeApiKey(other, { scopes: ["chat"] });
    await expect(withKey(narrow.secret)).rejects.toMatchObject({ status: 403 });
    const placed = await makeApiKey(other, { addresses: ["192.0.2.0/24"] });
    await expect(withKey(placed.secret)).rejects.toMatchObject({ status: 401 });
    const elsewhere = await openDoor("192.0.2.77");
    await expect(withKey(placed.secret, elsewhere)).resolves.toBeDefined();
    await elsewhere.close();
    const model = await makeModel(fake.url, "fake-echo");
    const slow = await makeApiKey(other, { requestsPerMinute: 3 });
    const busy = new OpenAI({ apiKey: slow.secret, baseURL: `${door.url}/api/v1`, maxRetries: 0 });
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 3000) await new Promise((resolve) => setTimeout(resolve, left + 50));
    const before = fake.state.requests.length;
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => busy.chat.completions.create({ model, messages: ask("x") })),
    );
    const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ status: 429, code: "rate_limit_exceeded" });
    expect(Number(refused[0].headers.get("retry-after"))).toBeGreaterThan(0);
    // Nothing above the limit reached the supplier.
    expect(fake.state.requests.length - before).toBe(3);
  });
});
