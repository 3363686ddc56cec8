import { pictureSize } from "@/lib/files/picture-size";
import { protocolOf } from "@/lib/models/protocols";
import type { Channel } from "@/lib/models/types";
import { supplierTimeouts } from "@/lib/models/wire/http";
import { CHANNEL_KEY, channelTo } from "@/tests/factories/channels";
import { eventually } from "@/tests/factories/eventually";
import { startGoogleServer } from "@/tests/fakes/google-server.mjs";
import { pngOf } from "@/tests/fakes/picture.mjs";

let fake: Awaited<ReturnType<typeof startGoogleServer>>;
beforeAll(async () => {
  fake = await startGoogleServer();
});
afterAll(() => fake.close());

const STANDARD = "imagen-4.0-generate-001";
const to = (model = STANDARD, more: Partial<Channel> = {}) => channelTo(fake.url, "google", model, more);
const draw = async (channel: Channel, wanted: object = {}, signal = AbortSignal.timeout(10_000)) =>
  (await protocolOf("google")).image!(channel, { prompt: "a hill", count: 1, ...wanted }, signal);
const bodies = () => (fake.state.requests as { body: { parameters: object } }[]).map(({ body }) => body);
const sizes = ({ images }: { images: { bytes: Buffer }[] }) =>
  images.map(({ bytes }) => Object.values(pictureSize(bytes)!).join("x"));
beforeEach(() => {
  fake.state.requests.length = 0;
});

it("asks by proportion and size, with the key in its header alone", async () => {
  const drawn = await draw(to(), { count: 3, size: "1024x768", quality: "hd" });
  expect(sizes(drawn)).toEqual(["256x192", "256x192", "256x192"]);
  expect(drawn.images[0]!.mediaType).toBe("image/png");
  expect(fake.state.requests).toHaveLength(1);
  expect(fake.state.requests[0]).toMatchObject({
    path: "/v1beta/models/imagen-4.0-generate-001:predict",
    key: CHANNEL_KEY,
    body: {
      instances: [{ prompt: "a hill" }],
      parameters: { sampleCount: 3, aspectRatio: "4:3", sampleImageSize: "2K", includeRaiReason: true },
    },
  });
  expect(JSON.stringify(bodies())).not.toContain(CHANNEL_KEY);
});

it("asks several times for more pictures than a call may have, and leaves out what was not chosen", async () => {
  expect((await draw(to("imagen-4.0-fast-generate-001"), { count: 6 })).images).toHaveLength(6);
  expect(bodies().map(({ parameters }) => parameters)).toEqual([
    { sampleCount: 4, includeRaiReason: true },
    { sampleCount: 2, includeRaiReason: true },
  ]);
});

it("keeps what came where some pictures were kept back, in whatever size it came", async () => {
  expect((await draw(to("imagen-fake-partly"), { count: 3 })).images).toHaveLength(2);
  expect(sizes(await draw(to("imagen-fake-odd-size"), { size: "1024x1024" }))).toEqual(["201x77"]);
});

it.each([
  ["all pictures kept back", "imagen-fake-kept-back", "a hill", "contentFiltered"],
  ["kept back without a word", "imagen-fake-empty", "a hill", "contentFiltered"],
  ["words it does not take", STANDARD, "forbidden at the supplier", "contentFiltered"],
  ["an answer without a picture", "imagen-fake-garbled", "a hill", "supplierMalformed"],
  ["too many calls", "imagen-fake-429-later", "a hill", "supplierBusy"],
  ["a broken service", "imagen-fake-500", "a hill", "supplierError"],
  ["a model it no longer has", "imagen-fake-ended", "a hill", "supplierRefused"],
])("tells %s", async (_, model, prompt, key) => {
  await expect(draw(to(model), { prompt })).rejects.toMatchObject({ key });
});

it("tells why pictures were kept back, and when to come again", async () => {
  await expect(draw(to("imagen-fake-kept-back"))).rejects.toMatchObject({
    options: { detail: expect.stringContaining("Responsible AI practices") },
  });
  await expect(draw(to("imagen-fake-429-later"))).rejects.toMatchObject({
    options: { retryable: true, retryAfterMs: 2000 },
  });
  const wrong = draw(to(STANDARD, { apiKey: "wrong-key" }));
  await expect(wrong).rejects.toMatchObject({ key: "supplierUnauthorized" });
});

it("takes no pictures along: nothing is sent", async () => {
  const picture = { bytes: pngOf(8, 8), mediaType: "image/png" };
  for (const wanted of [{ sources: [picture] }, { sources: [picture], mask: picture }])
    await expect(draw(to(), wanted)).rejects.toMatchObject({ key: "supplierRefused" });
  for (const name of ["models/../imagen-4", "imagen-4:delete", "a/b/imagen-4", "imagen-4?x=1"])
    await expect(draw(to(name))).rejects.toMatchObject({ key: "supplierRefused" });
  expect(fake.state.requests).toEqual([]);
});

it("gives up on a slow service, and is stopped at once", async () => {
  const { firstByte } = supplierTimeouts;
  supplierTimeouts.firstByte = 300;
  try {
    await expect(draw(to("imagen-fake-late"))).rejects.toMatchObject({ key: "supplierTimeout" });
  } finally {
    supplierTimeouts.firstByte = firstByte;
  }
  const controller = new AbortController();
  const stopped = draw(to("imagen-fake-late"), {}, controller.signal);
  await eventually(
    async () => fake.state.requests.length,
    (count) => count === 2,
  );
  const from = performance.now();
  controller.abort();
  await expect(stopped).rejects.toMatchObject({ key: "interrupted" });
  expect(performance.now() - from).toBeLessThan(1000);
});

it("stands in the list of models as one that draws", async () => {
  const models = await (await protocolOf("google")).listModels!(to(""), AbortSignal.timeout(10_000));
  expect(models.find(({ id }) => id === STANDARD)).toMatchObject({ type: "image" });
});
