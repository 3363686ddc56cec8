import {
  IMAGE_SHAPES,
  type ImageOptions,
  type ImageQuality,
  type ImageShape,
  type ImageStyle,
} from "@/lib/config/image-kinds";
import type { DrawingDto } from "./dto";
import { COUNT_MAX } from "./limits";

/** What the panel beside the picture holds (spec E1). */
export interface DrawingSettings {
  prompt: string;
  negativePrompt: string;
  modelId: string | null;
  size: ImageShape | null;
  quality: ImageQuality | null;
  style: ImageStyle | null;
  count: number;
  seed: number | null;
  referenceIds: string[];
}

export const FIRST_SETTINGS: DrawingSettings = {
  prompt: "",
  negativePrompt: "",
  modelId: null,
  size: null,
  quality: null,
  style: null,
  count: 1,
  seed: null,
  referenceIds: [],
};

/** The settings of a request as they were, all of them (spec E1). */
export function settingsOf(drawing: DrawingDto): DrawingSettings {
  const { prompt, negativePrompt, modelId, shape: size, quality, style, count, seed, referenceIds } = drawing;
  return { prompt, negativePrompt, modelId, size, quality, style, count, seed, referenceIds: [...referenceIds] };
}

export const countMaxOf = (options: Pick<ImageOptions, "countMax">) => Math.min(options.countMax, COUNT_MAX);

/** Settings as a model takes them: what it does not have falls away, what it must be told gets its first value (spec E3). */
export function fittedTo(settings: DrawingSettings, options: ImageOptions): DrawingSettings {
  const shapes = IMAGE_SHAPES.filter((shape) => options.sizes[shape]);
  const first = shapes.includes("square") ? "square" : (shapes[0] ?? null);
  const known = <T>(value: T | null, values: readonly T[], plain: T | null): T | null =>
    value !== null && values.includes(value) ? value : plain;
  return {
    ...settings,
    negativePrompt: options.negativePrompt ? settings.negativePrompt : "",
    size: known(settings.size, shapes, first),
    quality: known(settings.quality, options.qualities, options.qualities[0] ?? null),
    style: known(settings.style, options.styles, options.styles[0] ?? null),
    count: Math.min(Math.max(1, settings.count), countMaxOf(options)),
    seed: options.seed ? settings.seed : null,
    referenceIds: settings.referenceIds.slice(0, options.referencesMax),
  };
}

/** The body of the call. */
export function bodyOf(settings: DrawingSettings) {
  const { prompt, negativePrompt, modelId, size, quality, style, count, seed, referenceIds } = settings;
  return {
    ...{ prompt, negativePrompt, count, seed, referenceIds },
    modelId: modelId ?? undefined,
    size: size ?? undefined,
    quality: quality ?? undefined,
    style: style ?? undefined,
  };
}
