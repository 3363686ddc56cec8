import { MESSAGE_LOADERS, type MessageFiles, SHARED_FILES } from "@/lib/generated/messages";
import type { Locale } from "./locales";
import { mergeTexts } from "./shared";

type Loaded<T> = { [K in keyof T]: T[K] extends () => Promise<{ default: infer M }> ? M : never };
type Files = Loaded<MessageFiles>;
type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type SharedOf<F> = F extends { shared: infer S } ? S : never;

/** What areas say to the whole product, by kind: each file's part of it stands under `shared`. */
type SharedMessages = Together<SharedOf<Files[keyof Files]>>;
type SharedArea = keyof typeof SHARED_FILES;
/** Texts of one file of `messages`; a part of the browser may load them on first use. */
export type OwnArea = Exclude<keyof Files, SharedArea>;
type OwnMessages = { [A in OwnArea]: Omit<Files[A], "shared"> };

export type Messages = OwnMessages & SharedMessages;
export type MessageArea = keyof Messages;

/** A file as it lies in `messages`. */
interface TextFile {
  shared?: Readonly<Record<string, object>>;
  [group: string]: unknown;
}
type Loaders = Readonly<Record<string, () => Promise<{ default: TextFile }>>>;

/** How each file of a language is loaded. */
const filesIn = async (locale: Locale): Promise<Loaders> => (await MESSAGE_LOADERS[locale]()).MESSAGE_FILES;

/** What was put together of files that never change while the product runs: every page and every refusal asks for it. */
const known = new Map<string, Promise<unknown>>();

function once<T>(name: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(name) ?? make();
  known.set(name, found);
  return found as Promise<T>;
}

/** All texts of a language, by area: a file of `messages` is an area, its name the namespace; so is a kind of shared ones. */
export function loadMessages(locale: Locale): Promise<Messages> {
  return once(locale, () => readMessages(locale));
}

async function readMessages(locale: Locale): Promise<Messages> {
  const loading = Object.entries(await filesIn(locale)).map(
    async ([area, load]) => [area, (await load()).default] as const,
  );
  const files = await Promise.all(loading);
  const own = Object.fromEntries(files.map(([area, file]) => [area, ownOf(file)]));
  return { ...own, ...mergeTexts(files.map(([, { shared = {} }]) => shared)) } as unknown as Messages;
}

/** The texts of an area or of a shared kind; for the server, which has all files at hand. */
export async function loadTexts<A extends MessageArea>(locale: Locale, area: A): Promise<Messages[A]> {
  const texts = isShared(area)
    ? once(`${locale} ${area}`, () => loadShared(locale, area))
    : loadArea(locale, area as OwnArea);
  return texts as Promise<Messages[A]>;
}

/** The texts of one area; for parts of the browser that are loaded on first use. */
export async function loadArea<A extends OwnArea>(locale: Locale, area: A): Promise<Messages[A]> {
  return ownOf(await fileOf(locale, area)) as unknown as Messages[A];
}

async function fileOf(locale: Locale, name: keyof Files): Promise<TextFile> {
  const load = (await filesIn(locale))[name];
  if (!load) throw new Error(`no texts ${locale}/${name}`);
  return (await load()).default;
}

function ownOf({ shared: _, ...own }: TextFile): object {
  return own;
}

function isShared(area: MessageArea): area is SharedArea {
  return Object.hasOwn(SHARED_FILES, area);
}

async function loadShared(locale: Locale, area: SharedArea): Promise<object> {
  const parts = SHARED_FILES[area].map(async (name) => (await fileOf(locale, name)).shared?.[area] ?? {});
  return mergeTexts(await Promise.all(parts));
}
