// Imagen's call of the fake Google service: `:predict` with instances and parameters. The model's name says how it behaves.
import { pngOf } from "./picture.mjs";
import { json } from "./server.mjs";

/** Sides of the picture each proportion makes. */
const SIDES = { "1:1": [256, 256], "3:4": [192, 256], "4:3": [256, 192], "9:16": [144, 256], "16:9": [256, 144] };
const PARAMETERS = new Set([
  ...["sampleCount", "aspectRatio", "sampleImageSize", "includeRaiReason", "personGeneration", "safetySetting"],
  ...["guidanceScale", "language", "outputOptions", "includeSafetyAttributes"],
]);
const FILTERED =
  "Unable to show generated images. All images were filtered out because they violated Google's Responsible AI practices. Try rephrasing the prompt. Support codes: 56562880";
const WORDS =
  "Image generation failed with the following error: The prompt could not be submitted. This prompt contains sensitive words that violate Google's Responsible AI practices.";

/** Answers a call; `refused(status, message)` wraps a refusal the way Google words them. */
export async function predict(res, model, { instances, parameters = {} }, refused) {
  const { sampleCount = 4, aspectRatio = "1:1", sampleImageSize, includeRaiReason } = parameters;
  const no = (message, status = 400) => json(res, status, refused(status, message));
  if (model.endsWith("fake-ended")) return no(`models/${model} is not found for API version v1beta.`, 404);
  const unknown = Object.keys(parameters).find((name) => !PARAMETERS.has(name));
  if (unknown) return no(`${unknown} isn't supported for this model.`);
  if (instances?.length !== 1 || !instances[0].prompt) return no("Prompt is required.");
  if (!(sampleCount >= 1 && sampleCount <= 4)) return no("sampleCount must be between 1 and 4 inclusive.");
  if (!Object.hasOwn(SIDES, aspectRatio)) return no("Aspect ratio is not supported.");
  if (sampleImageSize && !/^[12]K$/.test(sampleImageSize)) return no("sampleImageSize is not supported.");
  if (/forbidden at the supplier/.test(instances[0].prompt)) return no(WORDS);
  if (model.endsWith("fake-empty")) return json(res, 200, {});
  const why = includeRaiReason ? [{ raiFilteredReason: FILTERED }] : [];
  if (model.endsWith("fake-kept-back")) return json(res, 200, why.length > 0 ? { predictions: why } : {});
  if (model.endsWith("fake-late")) await new Promise((resolve) => setTimeout(resolve, 3000).unref());
  if (model.endsWith("fake-garbled")) return json(res, 200, { predictions: [{ mimeType: "image/png" }] });
  const [width, height] = model.endsWith("fake-odd-size") ? [201, 77] : SIDES[aspectRatio];
  const shown = model.endsWith("fake-partly") ? sampleCount - 1 : sampleCount;
  const predictions = Array.from({ length: shown }, (_, at) => ({
    mimeType: "image/png",
    bytesBase64Encoded: pngOf(width, height, at).toString("base64"),
  }));
  return json(res, 200, { predictions: shown < sampleCount ? [...predictions, ...why] : predictions });
}
