import "server-only";
import { v7 } from "uuid";
import { pictureSize } from "@/lib/files/picture-size";
import { log } from "@/lib/log";
import { type Channel, type ImageRequest, type PictureBytes, type Protocol, SupplierError } from "../types";
import { readJson, send } from "../wire/http";
import { pictureOfText } from "../wire/pictures";

/** Ten pictures in base64. */
const ANSWER_MAX = 200_000_000;
const LIST_MAX = 4_000_000;
/** How far a changed picture may leave the one it comes from, 0 to 1. */
const STRENGTH = 0.75;
/** Four pictures on a slow card; nothing is said before they are drawn, milliseconds. */
const DRAWN_MS = 600_000;
/** The server is told to stop within so many milliseconds, or goes on alone. */
const STOP_MS = 5000;

/** AUTOMATIC1111's WebUI and those that keep its interface: pictures from words, changed ones, parts of one. */
export const webui: Protocol = {
  async image(channel, wanted, signal) {
    const task = v7();
    const stop = () => void stopTask(channel, task).catch((err: unknown) => log().warn({ err }, "drawing not stopped"));
    signal.addEventListener("abort", stop, { once: true });
    try {
      const path = wanted.sources?.length ? "img2img" : "txt2img";
      const body = { ...bodyOf(channel, wanted), force_task_id: task };
      const url = `${channel.baseUrl}/sdapi/v1/${path}`;
      const answer = await send(channel, { url, body: JSON.stringify(body), firstByteMs: DRAWN_MS }, signal);
      const { images } = await readJson(answer, ANSWER_MAX);
      if (!Array.isArray(images) || images.length === 0) throw new SupplierError("supplierMalformed");
      return { images: images.slice(0, wanted.count).map(pictureOfText) };
    } finally {
      signal.removeEventListener("abort", stop);
    }
  },
  async listModels(channel, signal) {
    const list = await readJson(await call(channel, "/sdapi/v1/sd-models", undefined, signal), LIST_MAX);
    if (!Array.isArray(list)) throw new SupplierError("supplierMalformed");
    return (list as { model_name?: unknown }[]).flatMap(({ model_name: id }) =>
      typeof id === "string" && id ? [{ id, type: "image" as const }] : [],
    );
  },
};

const call = (channel: Channel, path: string, body: object | undefined, signal: AbortSignal) =>
  send(channel, { url: `${channel.baseUrl}${path}`, body: body && JSON.stringify(body) }, signal);

function bodyOf({ upstreamModel }: Channel, wanted: ImageRequest): Record<string, unknown> {
  const { prompt, negativePrompt = "", count, seed = -1, size, sources = [], mask } = wanted;
  const [source] = sources;
  const { width, height } = sidesOf(size, source);
  return {
    prompt,
    negative_prompt: negativePrompt,
    seed,
    batch_size: count,
    n_iter: 1,
    width,
    height,
    // Nothing stays on the server, and no sheet of all pictures stands before them.
    ...{ save_images: false, send_images: true, do_not_save_samples: true, do_not_save_grid: true },
    override_settings: { sd_model_checkpoint: upstreamModel },
    override_settings_restore_afterwards: false,
    ...(source && { init_images: [base64Of(source)], denoising_strength: STRENGTH }),
    // Its masks cover what changes, ours are transparent there.
    ...(mask && { mask: base64Of(mask), inpainting_mask_invert: 1, inpainting_fill: 1, inpaint_full_res: false }),
  };
}

/** The wanted size; of a picture that is changed its own. */
function sidesOf(size: string | undefined, source: PictureBytes | undefined) {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(size ?? "") ?? [];
  if (width && height) return { width: Number(width), height: Number(height) };
  const own = source && pictureSize(source.bytes);
  // The server draws in steps of eight pixels.
  const even = (side: number | undefined) => side && Math.max(64, Math.round(side / 8) * 8);
  return { width: even(own?.width), height: even(own?.height) };
}

const base64Of = ({ bytes }: PictureBytes) => bytes.toString("base64");

/** Ends the drawing if it is this one's turn: the server's stop ends whatever is being drawn, for whomever. */
async function stopTask(channel: Channel, task: string): Promise<void> {
  const signal = AbortSignal.timeout(STOP_MS);
  const asked = await call(channel, "/internal/progress", { id_task: task, live_preview: false }, signal);
  const { active } = await readJson(asked, LIST_MAX);
  if (active === true) (await call(channel, "/sdapi/v1/interrupt", {}, signal)).body.destroy();
}
