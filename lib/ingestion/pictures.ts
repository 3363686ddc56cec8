import "server-only";
import { db } from "@/db/client";
import {
  type Describing,
  insertDescription,
  listDescriptions,
  touchDescriptions,
} from "@/db/queries/retrieval/descriptions";
import type { Actor } from "@/lib/auth/actor";
import { servesPurpose } from "@/lib/config/model-kinds";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { resolveFor, type Viewer } from "@/lib/models/registry";
import type { ResolvedModel } from "@/lib/models/types";
import { pictureHash, readImage, readPiece, type StoredIndex } from "@/lib/parsing/store";
import type { ImageEntry, OutlineEntry } from "@/lib/parsing/types";
import { describeByModel, visionModelOf } from "@/lib/parsing/vision";
import type { PictureFacts } from "@/lib/retrieval/types";
import { Headings } from "@/lib/retrieval/units";
import type { Island } from "@/lib/retrieval/weave";

/** Pictures of one file that are described; each is a call that costs. */
export const PICTURES_MAX = 200;
/** Pixels of the shorter side, of the whole, and how many times longer than wide: less is an icon, more a rule. */
const SIDE_MIN = 48;
const AREA_MIN = 10_000;
const STRETCH_MAX = 12;
/** A picture that stands at so many places of a file is its logo or its frame. */
const REPEATED = 3;
/** Calls for one file at a time. */
const CALLS = 3;

/** How an owner of slices has pictures described. */
export interface PictureWish {
  /** The model it names; null: the default of whoever pays. */
  modelId: string | null;
}

/** A picture that is worth a description. */
export interface ChosenPicture extends Pick<ImageEntry, "name" | "part" | "at"> {
  sha256: string;
  /** What the file itself says it shows. */
  alt: string;
}

type LeftOut = Pick<PictureFacts, "small" | "repeated" | "pages" | "over" | "isUnseen">;

export interface Choice {
  chosen: ChosenPicture[];
  left: LeftOut;
}

/** A picture at one of the places it stands at. */
export interface PlacedPicture {
  entry: ImageEntry;
  sha256: string;
  part: number;
  at: number;
  alt?: string;
}

/** The pictures of a version that are worth a description, each at its first place, and how many are not. */
export function choosePictures(placed: readonly PlacedPicture[]): Choice {
  const left: LeftOut = { small: 0, repeated: 0, pages: 0, over: 0 };
  const chosen: ChosenPicture[] = [];
  for (const [sha256, of] of Map.groupBy(placed, (one) => one.sha256)) {
    const { entry, part, at } = of[0]!;
    if (isSmall(entry)) left.small++;
    else if (of.length >= REPEATED) left.repeated++;
    else if (chosen.length === PICTURES_MAX) left.over++;
    else chosen.push({ name: entry.name, part, at, sha256, alt: of.find(({ alt }) => alt)?.alt?.trim() ?? "" });
  }
  return { chosen, left };
}

/** A file that does not tell the size of a picture may hold a large one. */
function isSmall({ width, height }: ImageEntry): boolean {
  if (!width || !height) return false;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short < SIDE_MIN || short * long < AREA_MIN || long / short > STRETCH_MAX;
}

/** The same for a version that was read. Throws as `readPiece`. */
export async function picturesOf(versionId: string, index: StoredIndex): Promise<Choice> {
  const entries = new Map(index.images.map((entry) => [entry.name, entry]));
  const placed: PlacedPicture[] = [];
  const hashes = new Map<string, string>();
  for (const { number } of index.images.length > 0 ? index.pieces : []) {
    const piece = await readPiece(versionId, number);
    for (const block of piece?.blocks ?? []) {
      const entry = block.kind === "image" ? entries.get(block.image) : undefined;
      if (block.kind !== "image" || !entry) continue;
      const sha256 = hashes.get(entry.name) ?? (await pictureHash(versionId, entry.name));
      hashes.set(entry.name, sha256);
      placed.push({ entry, sha256, part: block.part, at: block.from, alt: block.alt });
    }
  }
  const choice = choosePictures(placed);
  const { left } = choice;
  if (index.format === "pdf" && !index.lookedThrough) left.isUnseen = true;
  for (const reason of ["small", "repeated", "pages"] as const) left[reason] += index.lookedThrough?.[reason] ?? 0;
  return choice;
}

/** The model an owner's pictures are described by: the one it names while the person may use it, else their default. */
export async function describerOf(viewer: Viewer, { modelId }: PictureWish): Promise<ResolvedModel | null> {
  if (modelId) {
    const model = await resolveFor(viewer, "vision", modelId).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    if (model && servesPurpose(model, "vision")) return model;
  }
  return visionModelOf(viewer);
}

/**
 * What people here write: a description is in the language of the picture's own words, and in this one where it has none. So it
 * depends on the picture alone, wherever that stands.
 */
async function describingBy({ id }: ResolvedModel): Promise<Describing> {
  return { modelId: id, language: (await loadConfig("customConfig")).defaultLanguage.replace("_", "-") };
}

interface DescribeInput {
  actor: Actor;
  /** Which app's use it is. */
  app: string;
  model: ResolvedModel;
  versionId: string;
  index: StoredIndex;
  signal: AbortSignal;
  /** Asked before every few calls; ends them by throwing. */
  beforeBuying(): Promise<unknown>;
  onProgress(done: number, total: number): void;
}

/** Descriptions being bought in this process: many files of one upload may hold the same picture. */
const underWay = new Map<string, Promise<void>>();

/**
 * Has the pictures of a version described that no model of this kind has seen yet. Each description is kept as soon as it is
 * bought, so that nothing is bought twice. Throws what a supplier that may be back later fails with; a picture that a model
 * refuses is left without.
 */
export async function describePictures(input: DescribeInput): Promise<void> {
  const { model, versionId, index, signal, beforeBuying, onProgress } = input;
  const describing = await describingBy(model);
  const { chosen } = await picturesOf(versionId, index);
  const hashes = chosen.map(({ sha256 }) => sha256);
  const known = await listDescriptions(db(), describing, hashes);
  await touchDescriptions(db(), describing, [...known.keys()]);
  const missing = chosen.filter(({ sha256 }) => !known.has(sha256));
  let done = chosen.length - missing.length;
  const buy = ({ name, sha256 }: ChosenPicture) => {
    const key = `${sha256} ${model.id} ${describing.language}`;
    const before = underWay.get(key);
    const own = (async () => {
      await before?.catch(() => undefined);
      const isKnown = before && (await listDescriptions(db(), describing, [sha256])).size > 0;
      if (!isKnown) await describeOne(input, { name, sha256, ...describing });
    })();
    underWay.set(key, own);
    return own.finally(() => underWay.get(key) === own && underWay.delete(key));
  };
  for (let at = 0; at < missing.length; at += CALLS) {
    signal.throwIfAborted();
    await beforeBuying();
    const calls = await Promise.allSettled(missing.slice(at, at + CALLS).map(buy));
    for (const call of calls) if (call.status === "rejected") throw call.reason;
    done += calls.length;
    onProgress(done, chosen.length);
  }
}

interface Wanted extends Describing {
  name: string;
  sha256: string;
}

async function describeOne({ actor, app, model, versionId, signal }: DescribeInput, wanted: Wanted): Promise<void> {
  const { name, ...row } = wanted;
  const image = await readImage(versionId, name);
  if (!image) return;
  const { bytes, entry } = image;
  const text = await describeByModel({ actor, app, model, signal, bytes, entry, language: row.language });
  // Stored by itself: what is paid for must not be lost with what follows.
  if (text !== null) await insertDescription(db(), { ...row, text });
}

/** Slices of a version's described pictures, at their places in its text, and what became of all pictures. */
export async function pictureSlices(
  { versionId, index }: { versionId: string; index: StoredIndex },
  model: ResolvedModel | null,
): Promise<{ islands: Island[]; facts: PictureFacts }> {
  const { chosen, left } = await picturesOf(versionId, index);
  const hashes = chosen.map(({ sha256 }) => sha256);
  const known = model ? await listDescriptions(db(), await describingBy(model), hashes) : new Map<string, string>();
  const facts: PictureFacts = { modelId: model?.id ?? null, described: 0, silent: 0, refused: 0, waiting: 0, ...left };
  const islands: Island[] = [];
  for (const { name, sha256, alt, at, part } of chosen) {
    const description = known.get(sha256);
    const text = [alt, description].filter(Boolean).join("\n");
    if (description) facts.described++;
    else if (description === "") facts.silent++;
    else if (model) facts.refused++;
    else facts.waiting++;
    if (!description) continue;
    islands.push({
      ...{ handId: null, from: at, to: at, part, partTo: part, text, picture: name, place: null },
      heading: headingAt(index.outline, at),
      // Its words stand nowhere in the version, and take the place of none of them.
      ...{ isEdited: true, isAdded: true, isDisabled: false },
    });
  }
  return { islands, facts };
}

function headingAt(outline: readonly OutlineEntry[], at: number): string {
  const headings = new Headings();
  for (const { level, title, from } of outline) if (from <= at) headings.enter(level, title);
  return headings.path();
}
