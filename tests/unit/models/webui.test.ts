import { protocolOf } from "@/lib/models/protocols";
import type { Channel, SupplierError } from "@/lib/models/types";
import { channelTo } from "@/tests/factories/channels";
import { eventually } from "@/tests/factories/eventually";
import { pngOf } from "@/tests/fakes/picture.mjs";
import { startWebuiServer } from "@/tests/fakes/webui-server.mjs";

let fake: Awaited<ReturnType<typeof startWebuiServer>>;
beforeAll(async () => {
  fake = await startWebuiServer();
});
afterAll(() => fake.close());

const channel = (more: Partial<Channel> = {}) =>
  channelTo(fake.url, "automatic1111", "dreamshaper_8", { apiKey: null, ...more });
const draw = async (wanted: object, { to = channel(), signal = AbortSignal.timeout(10_000) } = {}) =>
  (await protocolOf("automatic1111")).image!(to, { prompt: "a hill", count: 1, ...wanted }, signal);
const lastCall = () => fake.state.requests.at(-1)!;

it("draws with all it was told, and leaves nothing on the server", async () => {
  const wanted = { count: 2, size: "832x1216", negativePrompt: "text", seed: 7 };
  const { images } = await draw(wanted);
  expect(images.map(({ mediaType }) => mediaType)).toEqual(["image/png", "image/png"]);
  expect(lastCall()).toMatchObject({
    path: "/sdapi/v1/txt2img",
    body: {
      ...{ prompt: "a hill", negative_prompt: "text", seed: 7, batch_size: 2, width: 832, height: 1216 },
      ...{ save_images: false, do_not_save_samples: true, do_not_save_grid: true },
      override_settings: { sd_model_checkpoint: "dreamshaper_8" },
    },
  });
});

it("changes the marked part of a picture in the picture's own size", async () => {
  const source = { bytes: pngOf(640, 402), mediaType: "image/png" };
  await draw({ sources: [source], mask: source });
  expect(lastCall()).toMatchObject({
    path: "/sdapi/v1/img2img",
    body: { init_images: [source.bytes.toString("base64")], width: 640, height: 400, inpainting_mask_invert: 1 },
  });
});

it("is stopped on the server while it is drawing, and nobody else's drawing is", async () => {
  const controller = new AbortController();
  const drawing = draw({ prompt: "slow" }, { signal: controller.signal });
  await eventually(
    async () => lastCall().body.prompt,
    (prompt) => prompt === "slow",
  );
  const { force_task_id } = lastCall().body;
  expect(force_task_id).toMatch(/^[0-9a-f-]{36}$/);
  controller.abort();
  await expect(drawing).rejects.toMatchObject({ key: "interrupted" });
  const before = await eventually(
    async () => fake.state.interrupts,
    (count) => count > 0,
  );
  expect(before).toBe(1);
  const done = new AbortController();
  await draw({}, { signal: done.signal });
  done.abort();
  expect(fake.state.interrupts).toBe(before);
});

it("lists its models, signs in by name and password, and tells what went wrong", async () => {
  const { listModels } = await protocolOf("automatic1111");
  expect(await listModels!(channel(), AbortSignal.timeout(5000))).toEqual([
    { id: "sd_xl_base_1.0", type: "image" },
    { id: "dreamshaper_8", type: "image" },
  ]);
  await draw({}, { to: channel({ apiKey: "ada:right" }) });
  expect(lastCall().headers.authorization).toBe(`Basic ${btoa("ada:right")}`);
  const failing = (more: Partial<Channel>) => draw({}, { to: channel(more) }).catch((error: SupplierError) => error);
  expect(await failing({ apiKey: "ada:wrong" })).toMatchObject({ key: "supplierUnauthorized" });
  expect(await failing({ upstreamModel: "unknown" })).toMatchObject({ key: "supplierError" });
});
