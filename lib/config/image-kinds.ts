/** spec 3, image options. */
export const IMAGE_SHAPES = ["vertical", "square", "horizontal"] as const;
export type ImageShape = (typeof IMAGE_SHAPES)[number];

export const IMAGE_QUALITIES = ["standard", "hd"] as const;
export type ImageQuality = (typeof IMAGE_QUALITIES)[number];

export const IMAGE_STYLES = ["vivid", "natural"] as const;
export type ImageStyle = (typeof IMAGE_STYLES)[number];

/** What an image model takes (spec E3). */
export interface ImageOptions {
  /** Shapes with their size in pixels; empty where the model chooses itself. */
  sizes: Partial<Record<ImageShape, string>>;
  qualities: ImageQuality[];
  styles: ImageStyle[];
  /** Pictures of one call. */
  countMax: number;
  seed: boolean;
  negativePrompt: boolean;
  /** Pictures to go by. */
  referencesMax: number;
  /** Changes a picture by words; with `mask` the marked part of it alone. */
  edit: boolean;
  mask: boolean;
}

/** Pictures of one request, and pictures it may go by, whatever the model would take. */
export const IMAGE_COUNT_MAX = 10;
export const IMAGE_REFERENCES_MAX = 3;
