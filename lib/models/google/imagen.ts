import "server-only";
import { qualityFor } from "../image-options";
import { type Channel, type ImageRequest, type PictureBytes, type Protocol, SupplierError } from "../types";
import { redact, secretsOf } from "../wire/errors";
import { readJson, send } from "../wire/http";
import { pathName } from "../wire/path-name";
import { pictureOfText } from "../wire/pictures";
import { ratioOf } from "./ratios";

/*
 * Imagen speaks `:predict`, which the package no longer has: Google itself ended these models in August 2026, while clouds
 * and gateways that keep its interface still answer.
 */

const RATIOS = ["1:1", "3:4", "4:3", "9:16", "16:9"] as const;
/** Imagen's own limit of pictures a call. */
const SAMPLES_A_CALL = 4;
/** Four pictures in base64. */
const ANSWER_MAX = 200_000_000;

interface Prediction {
  bytesBase64Encoded?: unknown;
  /** Why a picture was kept back; it stands in the picture's place. */
  raiFilteredReason?: unknown;
}

/** Whether a model of this name is one of Imagen, which has a call of its own. */
export const isImagen = (name: string): boolean => /(^|\/)imagen-/.test(name);

/** Pictures from words; those the supplier keeps back are left out. Throws SupplierError. */
export const imagen: NonNullable<Protocol["image"]> = async (channel, wanted, signal) => {
  const { count, sources = [], mask } = wanted;
  if (mask || sources.length > 0)
    throw new SupplierError("supplierRefused", { detail: "this model takes no pictures" });
  const name = pathName(channel.upstreamModel, 2);
  const url = `${channel.baseUrl}/${name.includes("/") ? name : `models/${name}`}:predict`;
  const answers = await Promise.all(
    portions(count).map(async (sampleCount) =>
      predictionsOf(
        await readJson(await send(channel, { url, body: bodyOf(channel, wanted, sampleCount) }, signal), ANSWER_MAX),
      ),
    ),
  );
  const predictions = answers.flat();
  const images = predictions.flatMap(pictureIn);
  if (images.length > 0) return { images };
  const reason = predictions.find(({ raiFilteredReason }) => raiFilteredReason)?.raiFilteredReason;
  // Without a word of why the answer is empty where all pictures were kept back.
  if (predictions.length > 0 && !reason) throw new SupplierError("supplierMalformed", { detail: "no picture" });
  throw new SupplierError("contentFiltered", { detail: redact(String(reason ?? "no picture"), secretsOf(channel)) });
};

function portions(count: number): number[] {
  const whole = Array.from({ length: Math.floor(count / SAMPLES_A_CALL) }, () => SAMPLES_A_CALL);
  const rest = count % SAMPLES_A_CALL;
  return rest > 0 ? [...whole, rest] : whole;
}

function bodyOf(channel: Channel, { prompt, size, quality }: ImageRequest, sampleCount: number): string {
  const parameters = {
    sampleCount,
    aspectRatio: ratioOf(size, RATIOS),
    sampleImageSize: qualityFor(channel, quality),
    includeRaiReason: true,
  };
  return JSON.stringify({ instances: [{ prompt }], parameters });
}

function predictionsOf({ predictions = [] }: Record<string, unknown>): Prediction[] {
  if (!Array.isArray(predictions)) throw new SupplierError("supplierMalformed");
  return predictions.filter((one): one is Prediction => typeof one === "object" && one !== null);
}

function pictureIn({ bytesBase64Encoded: text }: Prediction): PictureBytes[] {
  return text === undefined ? [] : [pictureOfText(text)];
}
