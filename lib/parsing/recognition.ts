import "server-only";
import type { DocumentFormat } from "@/db/schema/parsing";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import type { Viewer } from "@/lib/models/registry";
import { storableJson } from "@/lib/text/storable";
import { ChildGone, runInChild, type Turn } from "./pool";
import { isRecognitionInstalled } from "./recognition-packages";
import { withLocalFile } from "./source";
import type { RecognisedPage } from "./types";
import { visionModelOf } from "./vision";

/** Pages of one file; those after them are told as not read. */
const PAGES_MAX = 300;
/** Pages a process recognises before another file has its turn. */
const BATCH = 6;
/** One page, most of which takes three seconds. */
const PAGE_MS = 30_000;
/** A page as large as a poster is drawn beside the machine and what it knows. */
const MEMORY_MAX = 768 * 1024 ** 2;
/** Of what is found on a page; no page of words comes near. */
const PAGE_CHARS_MAX = 4_000_000;

/** Whether an administrator has the machine recognise what no model reads. */
export async function isRecognitionOn(): Promise<boolean> {
  return (await loadConfig("readingConfig")).recognisesScans && isRecognitionInstalled();
}

/** Whether pictures of text are read for this person at all. */
export async function readsPictures(viewer: Viewer): Promise<boolean> {
  return (await visionModelOf(viewer)) !== null || (await isRecognitionOn());
}

/** What is known of a page: its words, or none because it has words of its own or because it failed. */
export interface RecognisedEntry {
  number: number;
  page: RecognisedPage | null;
  isFailed: boolean;
}

interface RecogniseInput extends Pick<Turn, "owner"> {
  storageKey: string;
  format: DocumentFormat;
  /** Pages in all; a picture has one. */
  pages: number;
  signal: AbortSignal;
  /** Pages an earlier attempt has done. */
  known: readonly RecognisedEntry[];
  /** Keeps a page; the next one waits for it. */
  keep(entry: RecognisedEntry): Promise<void>;
  onProgress(done: number, total: number): void;
}

/**
 * Recognises the words of a file's pages that are pictures, one page at a time, and answers what is known of each by its
 * number: null where that failed. A page that fails costs no more than itself; where none can be done the reason of the
 * last is thrown.
 */
export async function recognisePages(input: RecogniseInput): Promise<Record<number, RecognisedPage | null>> {
  const { storageKey, format, pages, signal, owner } = input;
  const entries = new Map(input.known.map((entry) => [entry.number, entry]));
  const left = Array.from({ length: pages }, (_, at) => at + 1).filter((number) => !entries.has(number));
  const retried = new Set<number>();
  let reason = new AppError("documentBroken");

  const take = async (entry: RecognisedEntry) => {
    if (entry.number !== left[0]) return;
    await input.keep(entry);
    left.shift();
    entries.set(entry.number, entry);
    input.onProgress(pages - left.length, pages);
  };
  const tried = () => [...entries.values()].filter(({ page, isFailed }) => page || isFailed).length;

  await withLocalFile(storageKey, signal, async (file) => {
    while (left.length > 0 && tried() < PAGES_MAX) {
      const first = left[0]!;
      const batch = left.slice(0, Math.min(BATCH, PAGES_MAX - tried()));
      try {
        await runInChild(
          { type: "recognise", path: file, format, pages: batch },
          {
            signal,
            owner,
            silence: PAGE_MS,
            memory: MEMORY_MAX,
            onMessage: async (message) => {
              if (message.type !== "recognised") return;
              const page = storable(message.page);
              await take({
                number: message.number,
                page,
                isFailed: message.isFailed === true || (!page && !!message.page),
              });
            },
          },
        );
        if (left[0] === first) throw new ChildGone("nothing was recognised");
      } catch (error) {
        signal.throwIfAborted();
        const number = left[0];
        if (number === undefined || !isOfPage(error)) throw error;
        if (error instanceof AppError) reason = error;
        // Whatever ended the process may have nothing to do with the page.
        if (error instanceof ChildGone && !retried.has(number)) retried.add(number);
        else await take({ number, page: null, isFailed: true });
      }
    }
  });
  const all = [...entries.values()];
  if (all.some(({ isFailed }) => isFailed) && !all.some(({ page }) => page)) throw reason;
  return Object.fromEntries(
    all.filter(({ page, isFailed }) => page || isFailed).map(({ number, page }) => [number, page]),
  );
}

function storable(page: RecognisedPage | null): RecognisedPage | null {
  return page && JSON.stringify(page).length <= PAGE_CHARS_MAX ? storableJson(page) : null;
}

/** A page that is too much for the process; whatever is wrong with the file itself comes up on every page. */
function isOfPage(error: unknown): boolean {
  if (error instanceof ChildGone) return true;
  return error instanceof AppError && (error.key === "documentTimeout" || error.key === "documentMemory");
}
