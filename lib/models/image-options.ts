import type { ImageOptions, ImageQuality, ImageShape } from "@/lib/config/image-kinds";
import { BUILTIN_TEMPLATE, findTemplate } from "./templates";
import type { RoutedChannel } from "./types";

/** Options of a kind of models, with the words it has for a quality. */
interface Family extends ImageOptions {
  qualityWords: Partial<Record<ImageQuality, string>>;
}

const sizesOf = (vertical: string, square: string, horizontal: string): Record<ImageShape, string> => ({
  vertical,
  square,
  horizontal,
});

const THIRDS = sizesOf("1024x1536", "1024x1024", "1536x1024");

const PLAIN: Family = {
  sizes: {},
  qualities: [],
  qualityWords: {},
  styles: [],
  countMax: 1,
  seed: false,
  negativePrompt: false,
  referencesMax: 0,
  edit: false,
  mask: false,
};

const GPT_IMAGE: Family = {
  ...PLAIN,
  sizes: THIRDS,
  qualities: ["standard", "hd"],
  qualityWords: { standard: "medium", hd: "high" },
  countMax: 10,
  referencesMax: 3,
  edit: true,
  mask: true,
};
const DALL_E_3: Family = {
  ...PLAIN,
  sizes: sizesOf("1024x1792", "1024x1024", "1792x1024"),
  qualities: ["standard", "hd"],
  qualityWords: { standard: "standard", hd: "hd" },
  styles: ["vivid", "natural"],
};
const DALL_E_2: Family = { ...PLAIN, sizes: { square: "1024x1024" }, countMax: 10, edit: true, mask: true };
/** Asked for by proportion, one picture a call; what to avoid is told in the prompt. */
const GEMINI: Family = { ...PLAIN, sizes: THIRDS, countMax: 4, negativePrompt: true, referencesMax: 3, edit: true };
const IMAGEN: Family = { ...PLAIN, sizes: sizesOf("768x1024", "1024x1024", "1024x768"), countMax: 4 };
/** Of the fourth the larger ones, which alone are told how large to draw. */
const IMAGEN_4: Family = { ...IMAGEN, qualities: ["standard", "hd"], qualityWords: { standard: "1K", hd: "2K" } };
const COGVIEW: Family = {
  ...PLAIN,
  sizes: sizesOf("768x1344", "1024x1024", "1344x768"),
  qualities: ["standard", "hd"],
  qualityWords: { standard: "standard", hd: "hd" },
};
const SEEDREAM: Family = { ...PLAIN, sizes: sizesOf("1664x2496", "2048x2048", "2496x1664"), seed: true };
const KOLORS: Family = {
  ...PLAIN,
  sizes: sizesOf("960x1280", "1024x1024", "1280x960"),
  countMax: 4,
  seed: true,
  negativePrompt: true,
};
const QWEN_IMAGE: Family = {
  ...PLAIN,
  sizes: sizesOf("928x1664", "1328x1328", "1664x928"),
  seed: true,
  negativePrompt: true,
};
const GROK: Family = { ...PLAIN, countMax: 10 };
/** Servers of open models behind OpenAI's protocol. */
const OPEN: Family = {
  ...PLAIN,
  sizes: sizesOf("768x1152", "1024x1024", "1152x768"),
  countMax: 4,
  seed: true,
  negativePrompt: true,
  referencesMax: 1,
  edit: true,
  mask: true,
};

/** Stable Diffusion on a machine of one's own. */
const WEBUI: Family = {
  ...PLAIN,
  sizes: sizesOf("832x1216", "1024x1024", "1216x832"),
  countMax: 4,
  seed: true,
  negativePrompt: true,
  edit: true,
  mask: true,
};

/** By the model's own name, wherever it is reached. */
const NAMES: readonly (readonly [RegExp, Family])[] = [
  [/gpt-image|chatgpt-image/i, GPT_IMAGE],
  [/dall-?e-?3/i, DALL_E_3],
  [/dall-?e-?2/i, DALL_E_2],
  [/imagen-4(?!.*fast)/i, IMAGEN_4],
  [/imagen/i, IMAGEN],
  [/gemini.*image/i, GEMINI],
  [/cogview/i, COGVIEW],
  [/seedream/i, SEEDREAM],
  [/kolors/i, KOLORS],
  [/grok.*image/i, GROK],
];
const TEMPLATES: Readonly<Record<string, Family>> = {
  openai: GPT_IMAGE,
  "azure-openai": GPT_IMAGE,
  google: GEMINI,
  zhipu: COGVIEW,
  doubao: SEEDREAM,
  siliconflow: KOLORS,
  xai: GROK,
};

type Way = Pick<RoutedChannel, "template" | "upstreamModel">;

function familyOf({ template, upstreamModel }: Way): Family {
  if (template === BUILTIN_TEMPLATE) return PLAIN;
  if (template === "automatic1111") return WEBUI;
  const named = NAMES.find(([name]) => name.test(upstreamModel))?.[1];
  if (template === "siliconflow") return /qwen-image/i.test(upstreamModel) ? QWEN_IMAGE : KOLORS;
  const family = named ?? TEMPLATES[template] ?? OPEN;
  // Only OpenAI's own protocol and Google's take pictures along.
  const protocol = findTemplate(template)?.protocol ?? "openai";
  return protocol === "google" && family.mask ? { ...family, mask: false } : family;
}

const both = <T>(a: readonly T[], b: readonly T[]): T[] => a.filter((one) => b.includes(one));

interface Declared {
  channels: readonly Way[];
  imageOptions?: ImageOptions | null;
}

/** What a model takes: what an administrator set, else what is known of it (spec E3). */
export const imageOptionsOf = ({ channels, imageOptions }: Declared): ImageOptions =>
  imageOptions ?? knownOptions(channels);

/**
 * What is known of a model on each of its channels: a call may go to any of them. Sizes are those of the first, which are offered
 * where every channel knows the shape.
 */
export function knownOptions(channels: readonly Way[]): ImageOptions {
  const families = channels.map(familyOf);
  const [first = PLAIN, ...others] = families;
  const { qualityWords: _, ...options } = first;
  return others.reduce<ImageOptions>(
    (all, one) => ({
      sizes: Object.fromEntries(
        Object.entries(all.sizes).filter(([shape, size]) => one.sizes[shape as ImageShape] === size),
      ),
      qualities: both(all.qualities, one.qualities),
      styles: both(all.styles, one.styles),
      countMax: Math.min(all.countMax, one.countMax),
      seed: all.seed && one.seed,
      negativePrompt: all.negativePrompt && one.negativePrompt,
      referencesMax: Math.min(all.referencesMax, one.referencesMax),
      edit: all.edit && one.edit,
      mask: all.mask && one.mask,
    }),
    options,
  );
}

/** A quality in the words of the channel it is sent to; others go as they are. */
export function qualityFor(channel: Way, quality: string | undefined): string | undefined {
  const words = familyOf(channel).qualityWords;
  return quality === undefined ? undefined : (words[quality as ImageQuality] ?? quality);
}
